// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

TEST(Binding, SetsNodeConditionAndAnnotations) {
  TestCluster cluster;
  cluster.create_pod("a");
  const auto bound =
      cluster.registry.bind({"default", "a"}, json_of(R"({"metadata":{"annotations":{"k":"v"}},
                                    "target":{"kind":"Node","name":"n"}})"));
  ASSERT_TRUE(bound.has_value()) << bound.error().message;
  const json::Value pod = cluster.get(api::kinds::pod(), "a");
  EXPECT_EQ(pod.at("spec", "nodeName").as_string(), "n");
  EXPECT_EQ(api::annotation(pod, "k"), "v");
  ASSERT_NE(api::condition(pod, "PodScheduled"), nullptr);
}

TEST(Binding, RefusesWhatCannotBeBound) {
  TestCluster cluster;
  const api::Key key{"default", "a"};
  const json::Value binding = json_of(R"({"target":{"name":"n"}})");
  EXPECT_EQ(cluster.registry.bind(key, binding).error().code, Code::kNotFound);
  cluster.create(api::kinds::pod(), R"({"metadata":{"name":"a","finalizers":["example.com/x"]},
      "spec":{"containers":[{"name":"c","image":"i"}]}})");
  EXPECT_EQ(cluster.registry.bind(key, json_of("{}")).error().code, Code::kInvalid);
  EXPECT_EQ(
      cluster.registry.bind(key, json_of(R"({"target":{"name":"n","kind":"Pod"}})")).error().code,
      Code::kInvalid);
  EXPECT_EQ(cluster.registry.bind(key, json_of(R"({"metadata":{"uid":"x"},"target":{"name":"n"}})"))
                .error()
                .code,
            Code::kConflict);
  EXPECT_EQ(
      cluster.registry.bind(key, json_of(R"({"metadata":{"name":"b"},"target":{"name":"n"}})"))
          .error()
          .code,
      Code::kBadRequest);
  ASSERT_TRUE(cluster.registry.remove(api::kinds::pod(), {key}).has_value());
  const auto deleting = cluster.registry.bind(key, binding);
  ASSERT_FALSE(deleting.has_value());
  EXPECT_NE(deleting.error().message.find("is being deleted"), std::string::npos);
}

}  // namespace
}  // namespace sluice::registry
