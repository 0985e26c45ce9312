// SPDX-License-Identifier: Apache-2.0
#include "registry/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

using ::testing::HasSubstr;

// With a kind whose spec.free holds anything.
struct AnythingCluster : TestCluster {
  AnythingCluster() {
    create(api::kinds::custom_resource_definition(), json::write(api::widget_definition()));
  }

  const api::Kind& kind() {
    kept = registry.catalog().find_resource("example.com", "v1", "widgets");
    return *kept;
  }
  Result<Written> post(const std::string& name, json::Value anything) {
    return registry.create(kind(), "default",
                           json::Object{{"metadata", json::Object{{"name", name}}},
                                        {"spec", json::Object{{"color", "red"},
                                                              {"free", std::move(anything)}}}});
  }
  Result<Written> patch(const std::string& name, client::PatchType type, json::Value body) {
    return registry.patch(kind(), {.key = {"default", name},
                                   .patch = {type, std::move(body)},
                                   .options = {.field_manager = "test"}});
  }

  api::KindPtr kept;
};

// {"a":{"a":{"a":...}}}
json::Value nested(std::size_t levels) {
  json::Value value = json::Object();
  for (std::size_t i = 0; i < levels; ++i) {
    value = json::Object{{"a", std::move(value)}};
  }
  return value;
}

TEST(Limits, TheDeepestObjectCanBeReadListedReplacedAndDeleted) {
  AnythingCluster cluster;
  const auto made = cluster.post("deep", nested(kMaxObjectDepth - 2));
  ASSERT_TRUE(made) << made.error().message;
  const json::Value object = cluster.get(cluster.kind(), "deep");
  EXPECT_GT(json::depth(object.at("metadata", "managedFields")), kMaxObjectDepth - 2);
  const auto list = cluster.registry.list(cluster.kind(), {});
  ASSERT_TRUE(list) << list.error().message;
  const std::string text = R"({"items":[)" + json::write(object) + "]}";
  EXPECT_TRUE(json::parse(text));
  json::Value changed = object;
  changed["metadata"]["labels"]["x"] = "y";
  const auto replaced = cluster.registry.update(cluster.kind(), {{"default", "deep"}, changed});
  EXPECT_TRUE(replaced) << replaced.error().message;
  EXPECT_TRUE(cluster.registry.remove(cluster.kind(), {.key = {"default", "deep"}}));
}

TEST(Limits, DeeperObjectsAreRefusedByName) {
  AnythingCluster cluster;
  const auto refused = cluster.post("deep", nested(kMaxObjectDepth - 1));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kInvalid);
  EXPECT_THAT(refused.error().message, HasSubstr("spec: Invalid value: nested 201 levels deep"));
  EXPECT_THAT(refused.error().message, HasSubstr("at most 200"));
}

TEST(Limits, NoPatchMakesAnObjectDeeper) {
  AnythingCluster cluster;
  ASSERT_TRUE(cluster.post("w", nested(150)));
  const auto copied = cluster.patch(
      "w", client::PatchType::kJson,
      json_of(R"([{"op":"copy","from":"/spec/free","path":"/spec/free/a/a/a/a/a/a/a/a/a/b"},)"
              R"({"op":"copy","from":"/spec/free","path":"/spec/b"},)"
              R"({"op":"move","from":"/spec/b","path":"/spec/free/a/a/a/a/a/a/a/a/a/c"},)"
              R"({"op":"copy","from":"/spec/free","path":"/spec/free/a/a/a/a/a/a/a/a/a/d"},)"
              R"({"op":"copy","from":"/spec/free","path":"/spec/free/a/a/a/a/a/a/a/a/a/e"},)"
              R"({"op":"copy","from":"/spec/free","path":"/spec/free/a/a/a/a/a/a/a/a/a/f"}])"));
  ASSERT_FALSE(copied);
  EXPECT_THAT(copied.error().message, HasSubstr("levels deep"));
  for (const auto type : {client::PatchType::kMerge, client::PatchType::kApply}) {
    json::Value body = json_of(R"({"apiVersion":"example.com/v1","kind":"Widget"})");
    body["metadata"]["name"] = "w";
    body["spec"]["free"] = nested(kMaxObjectDepth);
    const auto merged = cluster.patch("w", type, body);
    ASSERT_FALSE(merged);
    EXPECT_THAT(merged.error().message, HasSubstr("levels deep"));
  }
  EXPECT_TRUE(cluster.registry.remove(cluster.kind(), {.key = {"default", "w"}}));
}

TEST(Limits, NotesOfFieldsAreNoWayAroundThem) {
  AnythingCluster cluster;
  json::Value object = json_of(R"({"metadata":{"name":"w","managedFields":[{"manager":"m",)"
                               R"("operation":"Update","apiVersion":"example.com/v1",)"
                               R"("fieldsType":"FieldsV1"}]}})");
  object["metadata"]["managedFields"].array()[0]["fieldsV1"] = nested(400);
  const auto refused = cluster.registry.create(cluster.kind(), "default", object);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("metadata: Invalid value: nested"));
}

TEST(Limits, ObjectsDoNotGrowWithoutEnd) {
  AnythingCluster cluster;
  ASSERT_TRUE(cluster.post("w", json::Object{{"a", std::string(2 << 20, 'x')}}));
  json::Value more;
  more["spec"]["free"]["b"] = std::string(2 << 20, 'y');
  for (const bool dry_run : {false, true}) {
    const auto grown = cluster.registry.patch(
        cluster.kind(),
        {.key = {"default", "w"},
         .patch = {client::PatchType::kMerge, more},
         .options = {.dry_run = dry_run}});
    ASSERT_FALSE(grown);
    EXPECT_EQ(grown.error().code, Code::kTooLarge);
    EXPECT_THAT(grown.error().message,
                HasSubstr("Request entity too large: widgets.example.com \"w\" would take 41"));
    EXPECT_THAT(grown.error().message, HasSubstr("the limit is 3145728"));
    json::Value large = json_of(R"({"metadata":{"name":"v"},"spec":{"color":"red"}})");
    large["spec"]["free"]["a"] = std::string(kMaxObjectBytes, 'x');
    EXPECT_EQ(cluster.registry.create(cluster.kind(), "default", large, {.dry_run = dry_run})
                  .error()
                  .code,
              Code::kTooLarge);
  }
}

TEST(Limits, ASecretHasAllTheDataItMay) {
  TestCluster cluster;
  const std::string encoded(((1U << 20U) / 3) * 4, 'A');
  const auto made = cluster.registry.create(
      *api::find_kind("v1", "Secret"), "default",
      json::Object{{"metadata", json::Object{{"name", "s"}}},
                   {"data", json::Object{{"k", encoded}}}});
  EXPECT_TRUE(made) << made.error().message;
}

TEST(Limits, WhatIsLargeAlreadyMayShrinkAndLeave) {
  const json::Value object = json_of(R"({"metadata":{"name":"w"}})");
  const api::Kind& kind = api::kinds::config_map();
  EXPECT_TRUE(check_size(kind, object, kMaxObjectBytes));
  EXPECT_FALSE(check_size(kind, object, kMaxObjectBytes + 1));
  EXPECT_TRUE(check_size(kind, object, kMaxObjectBytes + 1, kMaxObjectBytes + 2));
  const json::Value leaving =
      json_of(R"({"metadata":{"name":"w","deletionTimestamp":"2030-01-01T00:00:00Z"}})");
  EXPECT_TRUE(check_size(kind, leaving, kMaxObjectBytes + 1000));
  EXPECT_FALSE(check_size(kind, leaving, 2 * kMaxObjectBytes));
}

}  // namespace
}  // namespace sluice::registry
