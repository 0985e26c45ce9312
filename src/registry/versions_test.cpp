// SPDX-License-Identifier: Apache-2.0
#include "registry/versions.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
#include "client/event_type.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

constexpr const char* kWidget = R"({"metadata":{"name":"w"},"spec":{"color":"red"}})";

// Widgets in v1 (stored) and v2.
json::Value two_versions() {
  json::Value definition = api::widget_definition();
  json::Value second = definition["spec"]["versions"].array()[0];
  second["name"] = "v2";
  second["storage"] = false;
  definition["spec"]["versions"].array().push_back(second);
  return definition;
}

struct TwoVersions : TestCluster {
  explicit TwoVersions(const json::Value& definition = two_versions()) {
    create(api::kinds::custom_resource_definition(), json::write(definition));
  }
  api::KindPtr v(const std::string& version) {
    return registry.catalog().find_resource("example.com", version, "widgets");
  }
  std::string stored() {
    return store->get("/registry/example.com/widgets/default/w").value()->value;
  }
};

TEST(Versions, OneObjectIsSeenInEachVersion) {
  TwoVersions cluster;
  const json::Value made = cluster.create(*cluster.v("v2"), kWidget);
  EXPECT_EQ(made.at("apiVersion").as_string(), "example.com/v2");
  EXPECT_NE(cluster.stored().find("example.com/v1"), std::string::npos);
  EXPECT_EQ(cluster.get(*cluster.v("v1"), "w").at("apiVersion").as_string(), "example.com/v1");
  EXPECT_EQ(cluster.get(*cluster.v("v2"), "w").at("apiVersion").as_string(), "example.com/v2");
  const auto list = cluster.registry.list(*cluster.v("v2"), {});
  EXPECT_EQ(list->items.at(0).decode()->at("apiVersion").as_string(), "example.com/v2");
}

TEST(Versions, WatchersSeeTheirs) {
  TwoVersions cluster;
  const auto kind = cluster.v("v2");
  const auto watch = cluster.registry.watch(*kind, {});
  cluster.create(*cluster.v("v1"), kWidget);
  const auto event = (*watch)->try_next();
  ASSERT_TRUE(event && event->has_value());
  EXPECT_EQ((*event)->object.decode()->at("apiVersion").as_string(), "example.com/v2");
}

TEST(Versions, AnObjectMovesToANewStorageVersionWhenWritten) {
  TwoVersions cluster;
  cluster.create(*cluster.v("v1"), kWidget);
  json::Value definition =
      cluster.get(api::kinds::custom_resource_definition(), "widgets.example.com");
  definition["spec"]["versions"].array()[0]["storage"] = false;
  definition["spec"]["versions"].array()[1]["storage"] = true;
  const auto updated = cluster.registry.update(api::kinds::custom_resource_definition(),
                                               {api::key(definition), definition});
  ASSERT_TRUE(updated) << updated.error().message;
  EXPECT_EQ(json::write(updated->object.decode()->at("status", "storedVersions")),
            R"(["v1","v2"])");
  EXPECT_NE(cluster.stored().find("example.com/v1"), std::string::npos);
  const json::Value same = cluster.get(*cluster.v("v1"), "w");
  ASSERT_TRUE(cluster.registry.update(*cluster.v("v1"), {api::key(same), same}));
  EXPECT_NE(cluster.stored().find("example.com/v2"), std::string::npos);
}

TEST(Versions, ANewDefaultShowsInOldObjects) {
  TwoVersions cluster;
  cluster.create(*cluster.v("v1"), kWidget);
  json::Value definition =
      cluster.get(api::kinds::custom_resource_definition(), "widgets.example.com");
  for (json::Value& version : definition["spec"]["versions"].array()) {
    version["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["size"] =
        json_of(R"({"type":"string","default":"big"})");
  }
  ASSERT_TRUE(cluster.registry.update(api::kinds::custom_resource_definition(),
                                      {api::key(definition), definition}));
  EXPECT_EQ(cluster.get(*cluster.v("v1"), "w").at("spec", "size").as_string(), "big");
  EXPECT_EQ(cluster.stored().find("big"), std::string::npos);
}

json::Value with_webhook() {
  json::Value definition = two_versions();
  definition["spec"]["conversion"] = json_of(
      R"({"strategy":"Webhook","webhook":{"conversionReviewVersions":["v1"],
          "clientConfig":{"url":"https://example.com/convert"}}})");
  return definition;
}

TEST(Versions, AWebhookConverts) {
  TwoVersions cluster(with_webhook());
  int calls = 0;
  cluster.registry.convert_with([&](const json::Value& webhook, const std::string& api_version,
                                    json::Array objects) -> Result<json::Array> {
    ++calls;
    EXPECT_EQ(webhook.at("clientConfig", "url").as_string(), "https://example.com/convert");
    for (json::Value& object : objects) {
      object["apiVersion"] = api_version;
      object["metadata"]["labels"]["converted"] = "yes";
    }
    return objects;
  });
  cluster.create(*cluster.v("v1"), kWidget);
  EXPECT_EQ(calls, 0);
  const json::Value shown = cluster.get(*cluster.v("v2"), "w");
  EXPECT_EQ(shown.at("metadata", "labels", "converted").as_string(), "yes");
  EXPECT_EQ(calls, 1);
}

TEST(Versions, AWatchAsksItsWebhookForAllThatIsThereAtOnce) {
  TwoVersions cluster(with_webhook());
  std::vector<std::size_t> asked;
  cluster.registry.convert_with([&](const json::Value&, const std::string& api_version,
                                    json::Array objects) -> Result<json::Array> {
    asked.push_back(objects.size());
    for (json::Value& object : objects) {
      object["apiVersion"] = api_version;
      object["metadata"]["labels"]["x"] = object.at("spec", "color");
    }
    return objects;
  });
  const auto create = [&](const std::string& name) {
    cluster.create(*cluster.v("v1"), R"({"metadata":{"name":")" + name +
                                         R"("},"spec":{"color":"red"}})");
  };
  create("a");
  create("b");
  const api::KindPtr kind = cluster.v("v2");
  const auto watch =
      cluster.registry.watch(*kind, {.label_selector = "x=red", .bookmarks = true}).value();
  EXPECT_TRUE(watch->may_wait());
  const auto next = [&]() -> std::string {
    const auto event = watch->try_next().value();
    return event ? std::string(client::to_string(event->type)) + " " +
                       api::name(event->object.decode().value())
                 : "";
  };
  EXPECT_EQ(next(), "ADDED a");
  EXPECT_EQ(next(), "ADDED b");
  EXPECT_EQ(asked, std::vector<std::size_t>{2});
  EXPECT_EQ(next(), "");
  create("c");
  json::Value out = cluster.get(*cluster.v("v1"), "a");
  out["spec"]["color"] = "green";
  ASSERT_TRUE(cluster.registry.update(*cluster.v("v1"), {api::key(out), out}));
  EXPECT_EQ(next(), "ADDED c");
  EXPECT_FALSE(watch->bookmark()) << "one more is on its way";
  EXPECT_EQ(next(), "DELETED a");
  EXPECT_EQ(next(), "");
  EXPECT_TRUE(watch->bookmark());
  EXPECT_EQ(asked, (std::vector<std::size_t>{2, 3})) << "both, and a as it was before";
  EXPECT_FALSE(cluster.registry.watch(api::kinds::config_map(), {}).value()->may_wait());
}

const api::Kind& kind_of(const char* api_version, const char* kind) {
  return *api::find_kind(api_version, kind);
}

TEST(Versions, AnEventIsOneObjectInBothGroups) {
  TestCluster cluster;
  const api::Kind& newer = kind_of("events.k8s.io/v1", "Event");
  const auto watch = cluster.registry.watch(newer, {});
  cluster.create(
      api::kinds::event(),
      R"({"metadata":{"name":"e"},"involvedObject":{"namespace":"default"},"message":"M"})");
  const json::Value shown = cluster.get(newer, "e");
  EXPECT_EQ(shown.at("apiVersion").as_string(), "events.k8s.io/v1");
  EXPECT_EQ(shown.at("note").as_string(), "M");
  EXPECT_EQ(shown.find("message"), nullptr);
  const auto event = (*watch)->try_next();
  ASSERT_TRUE(event && event->has_value());
  EXPECT_EQ((*event)->object.decode()->at("note").as_string(), "M");
  const auto selected =
      cluster.registry.list(newer, {.field_selector = "regarding.namespace=default"});
  ASSERT_TRUE(selected);
  EXPECT_EQ(selected->items.size(), 1U);
  ASSERT_TRUE(cluster.registry.remove(newer, {.key = {"default", "e"}}));
  EXPECT_FALSE(cluster.exists(api::kinds::event(), "e"));
}

constexpr const char* kAutoscaler = R"({"metadata":{"name":"h"},"spec":{"maxReplicas":3,
    "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"}}})";

struct Autoscalers : TestCluster {
  const api::Kind& v1 = kind_of("autoscaling/v1", "HorizontalPodAutoscaler");
  const api::Kind& v2 = kind_of("autoscaling/v2", "HorizontalPodAutoscaler");

  Result<Written> patch(const api::Kind& kind, const char* text, client::PatchType type,
                        const std::string& manager, bool force = false) {
    return registry.patch(kind, {.key = {"default", "h"},
                                 .patch = {type, json_of(text), force},
                                 .options = {.field_manager = manager}});
  }
  std::string managers() {
    std::string text;
    const json::Value object = get(v2, "h");
    for (const json::Value& entry : object.at("metadata", "managedFields").as_array()) {
      text += entry.at("manager").as_string() + " " + entry.at("apiVersion").as_string() + " " +
              json::write(entry.at("fieldsV1")) + "\n";
    }
    return text;
  }
};

TEST(Versions, WhatTheStoredVersionFillsInShowsAtOnce) {
  Autoscalers cluster;
  const json::Value made = cluster.create(cluster.v1, kAutoscaler);
  EXPECT_EQ(made.at("spec", "targetCPUUtilizationPercentage").as_int(), 80);
}

TEST(Versions, WritesInOneVersionKeepWhatTheOtherSays) {
  Autoscalers cluster;
  cluster.create(cluster.v2, kAutoscaler);
  ASSERT_TRUE(cluster.patch(cluster.v2,
                            R"({"spec":{"metrics":[{"type":"Pods","pods":{"metric":{"name":"m"},
                                "target":{"type":"AverageValue","averageValue":"10"}}}]}})",
                            client::PatchType::kMerge, "a"));
  ASSERT_TRUE(
      cluster.patch(cluster.v1, R"({"spec":{"maxReplicas":4}})", client::PatchType::kMerge, "b"));
  const json::Value shown = cluster.get(cluster.v2, "h");
  EXPECT_EQ(shown.at("spec", "maxReplicas").as_int(), 4);
  EXPECT_EQ(shown.at("spec", "metrics").as_array().at(0).at("type").as_string(), "Pods");
  EXPECT_EQ(shown.find("metadata", "annotations"), nullptr);
}

TEST(Versions, OwnersAreAskedInTheirOwnVersion) {
  Autoscalers cluster;
  ASSERT_TRUE(cluster.registry.create(cluster.v2, "default", json_of(kAutoscaler),
                                      {.field_manager = "first"}));
  constexpr const char* kApplied =
      R"({"apiVersion":"autoscaling/v1","kind":"HorizontalPodAutoscaler","metadata":{"name":"h"},
          "spec":{"maxReplicas":3,"targetCPUUtilizationPercentage":60,
          "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"}}})";
  const auto refused = cluster.patch(cluster.v1, kApplied, client::PatchType::kApply, "second");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message,
            "Apply failed with 1 conflict: conflict with \"first\" using autoscaling/v2: "
            ".spec.metrics");
  ASSERT_TRUE(cluster.patch(cluster.v1, kApplied, client::PatchType::kApply, "second", true));
  EXPECT_EQ(cluster.managers(),
            R"(second autoscaling/v1 {"f:spec":{"f:maxReplicas":{},"f:scaleTargetRef":{},)"
            R"("f:targetCPUUtilizationPercentage":{}}})"
            "\n"
            R"(first autoscaling/v2 {"f:spec":{"f:maxReplicas":{},"f:minReplicas":{},)"
            R"("f:scaleTargetRef":{"f:apiVersion":{},"f:kind":{},"f:name":{}}}})"
            "\n");
  const auto again = cluster.patch(
      cluster.v2,
      R"({"apiVersion":"autoscaling/v2","kind":"HorizontalPodAutoscaler","metadata":{"name":"h"},
          "spec":{"maxReplicas":3,
          "scaleTargetRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"d"}}})",
      client::PatchType::kApply, "second");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(cluster.get(cluster.v1, "h").at("spec", "targetCPUUtilizationPercentage").as_int(), 60);
  EXPECT_EQ(cluster.managers().substr(0, 22), "second autoscaling/v2 ");
}

TEST(Versions, OwnersOfAnotherGroupAreForgotten) {
  TestCluster cluster;
  const api::Kind& newer = kind_of("events.k8s.io/v1", "Event");
  ASSERT_TRUE(cluster.registry.create(
      newer, "default",
      json_of(R"({"metadata":{"name":"e"},"eventTime":"2020-01-01T00:00:00.000000Z","reason":"R",
                  "type":"Normal","action":"A","reportingController":"c","reportingInstance":"i"})"),
      {.field_manager = "a"}));
  const auto patched = cluster.registry.patch(
      api::kinds::event(), {.key = {"default", "e"},
                            .patch = {client::PatchType::kMerge, json_of(R"({"message":"M"})")},
                            .options = {.field_manager = "b"}});
  ASSERT_TRUE(patched) << patched.error().message;
  const json::Value event = cluster.get(api::kinds::event(), "e");
  const json::Array& managers = event.at("metadata", "managedFields").as_array();
  ASSERT_EQ(managers.size(), 1U);
  EXPECT_EQ(managers[0].at("manager").as_string(), "b");
}

TEST(Versions, WithoutAWayToCallItsWebhookAnObjectIsUnavailable) {
  TwoVersions cluster(with_webhook());
  cluster.create(*cluster.v("v1"), kWidget);
  const auto refused = cluster.registry.get(*cluster.v("v2"), {"default", "w"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
}

}  // namespace
}  // namespace sluice::registry
