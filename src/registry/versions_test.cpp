// SPDX-License-Identifier: Apache-2.0
#include "registry/versions.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
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

TEST(Versions, WithoutAWayToCallItsWebhookAnObjectIsUnavailable) {
  TwoVersions cluster(with_webhook());
  cluster.create(*cluster.v("v1"), kWidget);
  const auto refused = cluster.registry.get(*cluster.v("v2"), {"default", "w"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
}

}  // namespace
}  // namespace sluice::registry
