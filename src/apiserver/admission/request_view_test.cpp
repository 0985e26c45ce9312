// SPDX-License-Identifier: Apache-2.0
#include "apiserver/admission/request_view.h"

#include <gtest/gtest.h>

#include "registry/admission/test_request.h"
#include "registry/test_cluster.h"

namespace sluice::apiserver {
namespace {

using registry::json_of;

TEST(RequestView, KnowsTheNamespaceOfTheRequest) {
  registry::TestCluster cluster;
  json::Value pod = json_of(R"({"metadata":{"name":"p","namespace":"default"}})");
  const auto request = registry::creation(api::kinds::pod(), pod);
  RequestView view(request, cluster.registry);
  EXPECT_EQ(view.ns(), "default");
  ASSERT_TRUE(view.namespace_object());
  EXPECT_EQ(api::name(**view.namespace_object()), "default");
  EXPECT_EQ(view.namespace_labels()->at("kubernetes.io/metadata.name").as_string(), "default");
  EXPECT_EQ(view.kinds().size(), 1U);
  EXPECT_EQ(view.in(api::kinds::pod())->object, &pod);
}

TEST(RequestView, ANamespaceIsInItself) {
  registry::TestCluster cluster;
  json::Value home = json_of(R"({"metadata":{"name":"n","labels":{"a":"b"}}})");
  const auto request = registry::creation(api::kinds::namespace_(), home);
  RequestView view(request, cluster.registry);
  EXPECT_EQ(view.ns(), "n");
  EXPECT_EQ(*view.namespace_object(), nullptr);
  EXPECT_EQ(view.namespace_labels()->at("a").as_string(), "b");
}

TEST(RequestView, AMissingNamespaceIsAnError) {
  registry::TestCluster cluster;
  json::Value pod = json_of(R"({"metadata":{"name":"p","namespace":"nowhere"}})");
  const auto request = registry::creation(api::kinds::pod(), pod);
  RequestView view(request, cluster.registry);
  EXPECT_EQ(view.namespace_labels().error().code, Code::kNotFound);
}

}  // namespace
}  // namespace sluice::apiserver
