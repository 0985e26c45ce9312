// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/contract/fixture.h"

// Changes of a part: patches, status, scale, binding, applied fields. Included by client_contract.h
// only.
namespace sluice::client {

TEST_P(ClientContract, StatusAndMainPartDoNotTouchEachOther) {
  Object both = must_create(api::kinds::pod(), pod("a"));
  both["status"]["message"] = "written through main";
  both["metadata"]["labels"]["app"] = "web";
  const auto main = client().update(api::kinds::pod(), both);
  ASSERT_TRUE(main.has_value()) << main.error().message;
  EXPECT_EQ((*main)->at("status", "message").as_string(), "");
  EXPECT_EQ(api::label(**main, "app"), "web");

  Object status = **main;
  status["status"]["message"] = "from status";
  status["spec"]["containers"].array()[0]["image"] = "other";
  const auto written = client().update(api::kinds::pod(), status, Part::kStatus);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_EQ((*written)->at("status", "message").as_string(), "from status");
  EXPECT_EQ((*written)->at("spec", "containers").as_array()[0].at("image").as_string(), "busybox");
}

TEST_P(ClientContract, TheScaleIsAPartOfItsOwn) {
  Object set = json::Object{{"metadata", json::Object{{"name", "a"}, {"namespace", "default"}}}};
  set["spec"]["selector"]["app"] = "a";
  set["spec"]["template"]["metadata"]["labels"]["app"] = "a";
  set["spec"]["template"]["spec"] = pod("a").at("spec");
  const Object created = must_create(api::kinds::replication_controller(), set);
  Object scale = json::Object{{"metadata", created.at("metadata")}};
  scale["metadata"].erase("managedFields");
  scale["spec"]["replicas"] = 3;
  const auto written = client().update(api::kinds::replication_controller(), scale, Part::kScale);
  ASSERT_TRUE(written.has_value()) << written.error().message;
  EXPECT_EQ((*written)->at("kind").as_string(), "Scale");
  const auto read = client().get(api::kinds::replication_controller(), in_default("a"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ((*read)->at("spec", "replicas").as_int(), 3);
  const auto stale = client().update(api::kinds::replication_controller(), scale, Part::kScale);
  ASSERT_FALSE(stale.has_value());
  EXPECT_EQ(stale.error().code, Code::kConflict);
  const Value body = json::Object{{"spec", json::Object{{"replicas", 4}}}};
  const auto patched = client().patch(api::kinds::replication_controller(), in_default("a"),
                                      {.type = PatchType::kMerge, .body = body}, Part::kScale);
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ((*patched)->at("spec", "replicas").as_int(), 4);
}

TEST_P(ClientContract, MergePatchSetsAndRemovesFields) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const Value body = json::Object{{"data", json::Object{{"text", nullptr}, {"more", "2"}}}};
  const auto patched = client().patch(api::kinds::config_map(), in_default("a"),
                                      {.type = PatchType::kMerge, .body = body});
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ((*patched)->find("data", "text"), nullptr);
  EXPECT_EQ((*patched)->at("data", "more").as_string(), "2");
}

TEST_P(ClientContract, JsonPatchAppliesAllOrNothing) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const Value good =
      json::Array{json::Object{{"op", "replace"}, {"path", "/data/text"}, {"value", "2"}}};
  const auto patched = client().patch(api::kinds::config_map(), in_default("a"),
                                      {.type = PatchType::kJson, .body = good});
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ((*patched)->at("data", "text").as_string(), "2");
  const Value bad =
      json::Array{json::Object{{"op", "replace"}, {"path", "/data/text"}, {"value", "3"}},
                  json::Object{{"op", "test"}, {"path", "/data/text"}, {"value", "no"}}};
  const auto refused = client().patch(api::kinds::config_map(), in_default("a"),
                                      {.type = PatchType::kJson, .body = bad});
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  const auto read = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ((*read)->at("data", "text").as_string(), "2");
}

TEST_P(ClientContract, StrategicMergePatchMergesListsByTheirKey) {
  must_create(api::kinds::pod(), pod("a"));
  Value container = json::Object{{"name", "main"}, {"image", "busybox:2"}};
  const Value body =
      json::Object{{"spec", json::Object{{"containers", json::Array{std::move(container)}}}}};
  const auto patched = client().patch(api::kinds::pod(), in_default("a"),
                                      {.type = PatchType::kStrategicMerge, .body = body});
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  const json::Array& containers = (*patched)->at("spec", "containers").as_array();
  ASSERT_EQ(containers.size(), 1u);
  EXPECT_EQ(containers[0].at("image").as_string(), "busybox:2");
}

TEST_P(ClientContract, PatchOfStatusPartChangesStatusOnly) {
  must_create(api::kinds::pod(), pod("a"));
  const Value body = json::Object{{"status", json::Object{{"reason", "Because"}}}};
  const auto patched = client().patch(api::kinds::pod(), in_default("a"),
                                      {.type = PatchType::kMerge, .body = body}, Part::kStatus);
  ASSERT_TRUE(patched.has_value()) << patched.error().message;
  EXPECT_EQ((*patched)->at("status", "reason").as_string(), "Because");
}

TEST_P(ClientContract, PatchWithStaleResourceVersionIsConflict) {
  const Object first = must_create(api::kinds::config_map(), config_map("a", "1"));
  ASSERT_TRUE(client().update(api::kinds::config_map(), config_map("a", "2")).has_value());
  const Value body =
      json::Object{{"metadata", json::Object{{"resourceVersion", api::resource_version(first)}}},
                   {"data", json::Object{{"text", "3"}}}};
  const auto patched = client().patch(api::kinds::config_map(), in_default("a"),
                                      {.type = PatchType::kMerge, .body = body});
  ASSERT_FALSE(patched.has_value());
  EXPECT_EQ(patched.error().code, Code::kConflict);
}

TEST_P(ClientContract, ApplyingCreatesChangesAndConflicts) {
  const auto apply = [&](const char* text, bool force) {
    return client().patch(
        api::kinds::config_map(), in_default("a"),
        {.type = PatchType::kApply, .body = config_map("a", text), .force = force});
  };
  ASSERT_TRUE(apply("1", false).has_value());
  const Value patch = json::Object{{"data", json::Object{{"text", "2"}}}};
  ASSERT_TRUE(
      client().patch(api::kinds::config_map(), in_default("a"), {.body = patch}).has_value());
  const auto refused = apply("3", false);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kConflict);
  const auto forced = apply("3", true);
  ASSERT_TRUE(forced.has_value()) << forced.error().message;
  EXPECT_EQ((*forced)->at("data", "text").as_string(), "3");
}

TEST_P(ClientContract, BindingAssignsThePodOnce) {
  must_create(api::kinds::pod(), pod("a"));
  const Value binding = json::Object{
      {"apiVersion", "v1"},
      {"kind", "Binding"},
      {"metadata", json::Object{{"name", "a"}, {"namespace", "default"}}},
      {"target", json::Object{{"apiVersion", "v1"}, {"kind", "Node"}, {"name", "node-1"}}}};
  const auto bound =
      client().create_subresource(api::kinds::pod(), in_default("a"), "binding", binding);
  ASSERT_TRUE(bound.has_value()) << bound.error().message;
  const auto read = client().get(api::kinds::pod(), in_default("a"));
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ((*read)->at("spec", "nodeName").as_string(), "node-1");
  const json::Value* scheduled = api::condition(**read, "PodScheduled");
  ASSERT_NE(scheduled, nullptr);
  EXPECT_EQ(scheduled->at("status").as_string(), "True");
  const auto again =
      client().create_subresource(api::kinds::pod(), in_default("a"), "binding", binding);
  ASSERT_FALSE(again.has_value());
  EXPECT_EQ(again.error().code, Code::kConflict);
}

}  // namespace sluice::client
