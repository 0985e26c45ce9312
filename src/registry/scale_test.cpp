// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

const api::Kind& deployment() {
  return *api::find_kind("apps/v1", "Deployment");
}

constexpr char kDeployment[] = R"({"metadata":{"name":"d"},"spec":{"selector":{"matchLabels":
  {"a":"b"}},"template":{"metadata":{"labels":{"a":"b"}},
  "spec":{"containers":[{"name":"c","image":"i"}]}}}})";

TEST(Scale, IsReadUpdatedAndPatched) {
  TestCluster cluster;
  cluster.create(deployment(), kDeployment);
  json::Value scale = cluster.registry.get_scale(deployment(), {"default", "d"})->decode().value();
  EXPECT_EQ(scale.at("spec", "replicas").as_int(), 1);
  EXPECT_EQ(scale.at("status", "selector").as_string(), "a=b");
  scale["spec"]["replicas"] = 4;
  auto written =
      cluster.registry.update_scale(deployment(), {.key = {"default", "d"}, .object = scale});
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_EQ(written->object.decode()->at("kind").as_string(), "Scale");
  const json::Value now = cluster.get(deployment(), "d");
  EXPECT_EQ(now.at("spec", "replicas").as_int(), 4);
  EXPECT_EQ(now.at("metadata", "generation").as_int(), 2);
  const PatchRequest patch{
      .key = {"default", "d"},
      .patch = {client::PatchType::kMerge, json_of(R"({"spec":{"replicas":2}})")}};
  EXPECT_TRUE(cluster.registry.patch_scale(deployment(), patch).has_value());
  EXPECT_EQ(cluster.get(deployment(), "d").at("spec", "replicas").as_int(), 2);
}

TEST(Scale, RefusesStaleAndNegativeOnes) {
  TestCluster cluster;
  cluster.create(deployment(), kDeployment);
  const auto update = [&](const char* text) {
    return cluster.registry
        .update_scale(deployment(), {.key = {"default", "d"}, .object = json_of(text)})
        .error()
        .code;
  };
  EXPECT_EQ(update(R"({"metadata":{"resourceVersion":"1"},"spec":{"replicas":2}})"),
            Code::kConflict);
  EXPECT_EQ(update(R"({"spec":{"replicas":-1}})"), Code::kInvalid);
  EXPECT_EQ(update(R"({"spec":{"replicas":"x"}})"), Code::kBadRequest);
  EXPECT_EQ(update(R"({"kind":"Pod"})"), Code::kBadRequest);
}

TEST(Scale, IsAppliedAndOwned) {
  TestCluster cluster;
  ASSERT_TRUE(cluster.registry.create(deployment(), "default", json_of(kDeployment),
                                      {.field_manager = "first"}));
  const auto apply = [&](const char* manager, bool force) {
    return cluster.registry.patch_scale(
        deployment(), {.key = {"default", "d"},
                       .patch = {client::PatchType::kApply,
                                 json_of(R"({"apiVersion":"autoscaling/v1","kind":"Scale",
                               "metadata":{"name":"d"},"spec":{"replicas":3}})"),
                                 force},
                       .options = {.field_manager = manager}});
  };
  const auto refused = apply("m", false);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "Apply failed with 1 conflict: conflict with \"first\" using autoscaling/v1: "
            ".spec.replicas");
  const auto applied = apply("m", true);
  ASSERT_TRUE(applied) << applied.error().message;
  const json::Value now = cluster.get(deployment(), "d");
  EXPECT_EQ(now.at("spec", "replicas").as_int(), 3);
  const json::Array& managers = now.at("metadata", "managedFields").as_array();
  ASSERT_EQ(managers.size(), 2U);
  EXPECT_EQ(managers[0].at("manager").as_string(), "m");
  EXPECT_EQ(managers[0].at("subresource").as_string(), "scale");
  EXPECT_EQ(managers[0].at("apiVersion").as_string(), "apps/v1");
  EXPECT_EQ(managers[1].find("fieldsV1", "f:spec", "f:replicas"), nullptr);
}

// A custom kind, with paths of its own.
struct WidgetCluster : TestCluster {
  WidgetCluster() {
    create(api::kinds::custom_resource_definition(), json::write(api::widget_definition()));
    create(*kind(), R"({"metadata":{"name":"w"},"spec":{"color":"red","replicas":2}})");
  }
  api::KindPtr kind() { return registry.catalog().find_resource("example.com", "v1", "widgets"); }
};

TEST(Scale, OfCustomKindsFollowsTheirDefinition) {
  WidgetCluster cluster;
  const auto kind = cluster.kind();
  const auto scale = cluster.registry.get_scale(*kind, {"default", "w"});
  ASSERT_TRUE(scale.has_value());
  EXPECT_EQ(scale->decode()->at("spec", "replicas").as_int(), 2);
  const auto updated = cluster.registry.update_scale(
      *kind, {.key = {"default", "w"}, .object = json_of(R"({"spec":{"replicas":5}})")});
  ASSERT_TRUE(updated.has_value()) << updated.error().message;
  EXPECT_EQ(json::write(cluster.get(*kind, "w").at("spec")), R"({"color":"red","replicas":5})");
  EXPECT_EQ(cluster.get(*kind, "w").at("metadata", "generation").as_int(), 2);
  EXPECT_FALSE(cluster.registry.update_scale(
      *kind, {.key = {"default", "w"}, .object = json_of(R"({"spec":{"replicas":-1}})")}));
}

}  // namespace
}  // namespace sluice::registry
