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

const api::Kind& autoscaler(const std::string& version) {
  return *api::find_kind("autoscaling/" + version, "HorizontalPodAutoscaler");
}

TEST(RequestView, BuiltInKindsAreSeenInTheirOtherVersions) {
  registry::TestCluster cluster;
  json::Value scaler = json_of(
      R"({"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"a"},
          "spec":{"maxReplicas":3,"targetCPUUtilizationPercentage":50,
                  "scaleTargetRef":{"kind":"Deployment","name":"d"}}})");
  const auto request = registry::creation(autoscaler("v1"), scaler);
  RequestView view(request, cluster.registry);
  ASSERT_EQ(view.kinds().size(), 2U);
  EXPECT_EQ(view.kinds()[1].get(), &autoscaler("v2"));
  const auto seen = view.in(autoscaler("v2"));
  ASSERT_TRUE(seen) << seen.error().message;
  EXPECT_EQ(seen->object->at("apiVersion").as_string(), "autoscaling/v2");
  ASSERT_EQ(seen->object->at("spec", "metrics").as_array().size(), 1U);

  json::Value changed = *seen->object;
  changed["spec"]["maxReplicas"] = 5;
  ASSERT_TRUE(view.change_object(autoscaler("v2"), changed));
  EXPECT_EQ(scaler.at("apiVersion").as_string(), "autoscaling/v1");
  EXPECT_EQ(scaler.at("spec", "maxReplicas").as_int(), 5);
  EXPECT_EQ(scaler.at("spec", "targetCPUUtilizationPercentage").as_int(), 50);
}

TEST(RequestView, AlsoWhenOnlyTheStatusIsWritten) {
  registry::TestCluster cluster;
  json::Value scaler =
      json_of(R"({"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler",
                  "metadata":{"name":"a"},"status":{"currentCPUUtilizationPercentage":7}})");
  auto request = registry::creation(autoscaler("v1"), scaler);
  request.subresource = "status";
  RequestView view(request, cluster.registry);
  EXPECT_EQ(view.in(autoscaler("v2"))->object->at("status", "currentMetrics").as_array().size(),
            1U);
}

TEST(RequestView, EventsAreThoseOfTheOtherGroup) {
  registry::TestCluster cluster;
  json::Value event = json_of(R"({"apiVersion":"v1","kind":"Event","metadata":{"name":"a"},
                                  "message":"text","involvedObject":{"name":"p"}})");
  const auto request = registry::creation(api::kinds::event(), event);
  RequestView view(request, cluster.registry);
  ASSERT_EQ(view.kinds().size(), 2U);
  const auto seen = view.in(*view.kinds()[1]);
  ASSERT_TRUE(seen) << seen.error().message;
  EXPECT_EQ(seen->object->at("apiVersion").as_string(), "events.k8s.io/v1");
  EXPECT_EQ(seen->object->at("note").as_string(), "text");
}

}  // namespace
}  // namespace sluice::apiserver
