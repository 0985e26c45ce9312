// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Finalize, ChangesOnlyTheNamespacesFinalizers) {
  TestCluster cluster;
  cluster.create(api::kinds::namespace_(), R"({"metadata":{"name":"n"}})");
  json::Value home = cluster.get(api::kinds::namespace_(), "n");
  home["spec"]["finalizers"] = json::Array{"example.com/x"};
  home["metadata"]["labels"]["ignored"] = "yes";
  const auto written = cluster.registry.finalize_namespace("n", home);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  const json::Value after = cluster.get(api::kinds::namespace_(), "n");
  EXPECT_EQ(after.at("spec", "finalizers").as_array().at(0).as_string(), "example.com/x");
  EXPECT_EQ(api::label(after, "ignored"), "");
  EXPECT_FALSE(written->gone) << "nobody asked for its deletion";
}

TEST(Finalize, StaleAndMalformedRequestsAreRefused) {
  TestCluster cluster;
  EXPECT_EQ(cluster.registry.finalize_namespace("nope", json_of("{}")).error().code,
            Code::kNotFound);
  EXPECT_EQ(
      cluster.registry.finalize_namespace("default", json_of(R"({"spec":{"finalizers":"x"}})"))
          .error()
          .code,
      Code::kBadRequest);
  EXPECT_EQ(cluster.registry
                .finalize_namespace("default", json_of(R"({"metadata":{"resourceVersion":"999"}})"))
                .error()
                .code,
            Code::kConflict);
}

}  // namespace
}  // namespace sluice::registry
