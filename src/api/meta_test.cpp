// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

TEST(Meta, ReadsMissingMetadataAsEmpty) {
  const json::Value object = json::Object{{"metadata", json::Object{{"name", "a"}}}};
  EXPECT_EQ(name(object), "a");
  EXPECT_EQ(ns(object), "");
  EXPECT_EQ(label(object, "x"), "");
  EXPECT_EQ(to_string(key(object)), "a");
  EXPECT_EQ(to_string(Key{"n", "a"}), "n/a");
  EXPECT_FALSE(is_being_deleted(object));
}

TEST(Meta, FindsTheControllerAmongOwners) {
  const json::Value owner = json::parse(R"({"apiVersion":"batch/v1","kind":"Job",
    "metadata":{"name":"j","uid":"u"}})")
                                .value();
  json::Value object;
  object["metadata"]["ownerReferences"].array() = {json::Object{{"kind", "Other"}},
                                                   controller_reference(owner)};
  const json::Value* found = controller_of(object);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(json::write(*found), R"({"apiVersion":"batch/v1","kind":"Job","name":"j","uid":"u",)"
                                 R"("controller":true,"blockOwnerDeletion":true})");
  EXPECT_EQ(controller_of(owner), nullptr);
}

TEST(Meta, ConditionKeepsItsTransitionTimeUntilItTurns) {
  json::Value status;
  const WallTime start{};
  const WallTime later = start + std::chrono::hours(1);
  EXPECT_TRUE(set_condition(status, {"Ready", "False", "Starting", "wait"}, start));
  EXPECT_FALSE(set_condition(status, {"Ready", "False", "Starting", "wait"}, later));
  EXPECT_TRUE(set_condition(status, {"Ready", "False", "Other", ""}, later));
  json::Value object;
  object["status"] = status;
  const json::Value* ready = condition(object, "Ready");
  ASSERT_NE(ready, nullptr);
  EXPECT_EQ(ready->at("lastTransitionTime").as_string(), "1970-01-01T00:00:00Z");
  EXPECT_EQ(ready->find("message"), nullptr);
  EXPECT_TRUE(set_condition(status, {"Ready", "True", "Other", ""}, later));
  EXPECT_EQ(status.at("conditions").as_array()[0].at("lastTransitionTime").as_string(),
            "1970-01-01T01:00:00Z");
  EXPECT_EQ(condition(object, "Other"), nullptr);
  EXPECT_TRUE(has_condition(object, "Ready", "False"));
  EXPECT_FALSE(has_condition(object, "Ready"));
  EXPECT_FALSE(has_condition(object, "Other"));
}

TEST(Meta, ManagedFieldsCanBeDropped) {
  json::Value object = json::Object{
      {"metadata", json::Object{{"name", "a"}, {"managedFields", json::Array{json::Object()}}}}};
  drop_managed_fields(object);
  EXPECT_EQ(object, json::Value(json::Object{{"metadata", json::Object{{"name", "a"}}}}));
  json::Value bare = json::Object();
  drop_managed_fields(bare);
  EXPECT_EQ(bare, json::Value(json::Object()));
}

}  // namespace
}  // namespace sluice::api
