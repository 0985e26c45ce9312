// SPDX-License-Identifier: Apache-2.0
#include "registry/custom_watches.h"

#include <gtest/gtest.h>

#include "api/crd/test_definition.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

struct WatchedWidgets : TestCluster {
  WatchedWidgets() { create(definitions(), json::write(api::widget_definition())); }

  static const api::Kind& definitions() { return api::kinds::custom_resource_definition(); }
  api::KindPtr widget() { return registry.catalog().find_resource("example.com", "v1", "widgets"); }

  void change(const std::function<void(json::Value&)>& edit) {
    json::Value definition = get(definitions(), "widgets.example.com");
    edit(definition);
    const auto written = registry.update(definitions(), {{"", "widgets.example.com"}, definition});
    ASSERT_TRUE(written) << written.error().message;
  }

  // What a watch still has to say, and whether it is over then.
  struct Rest {
    std::vector<client::EventType> events;
    bool over = false;
  };
  static Rest rest(Watch& watch) {
    Rest rest;
    for (;;) {
      const auto event = watch.try_next();
      if (!event) {
        EXPECT_EQ(event.error().code, Code::kCancelled);
        rest.over = true;
        return rest;
      }
      if (!*event) {
        return rest;
      }
      rest.events.push_back((*event)->type);
    }
  }
};

TEST(CustomWatches, EndWhenTheDefinitionSaysSomethingElse) {
  WatchedWidgets cluster;
  const auto kind = cluster.widget();
  const auto watch = std::move(cluster.registry.watch(*kind, {})).value();
  cluster.create(*kind, R"({"metadata":{"name":"w"},"spec":{"color":"red"}})");
  bool woken = false;
  watch->set_ready([&] { woken = true; });
  woken = false;
  cluster.change([](json::Value& definition) {
    definition["spec"]["names"]["categories"] = json::Array{json::Value("all")};
  });
  EXPECT_TRUE(woken);
  const auto rest = WatchedWidgets::rest(*watch);
  EXPECT_EQ(rest.events, std::vector{client::EventType::kAdded});
  EXPECT_TRUE(rest.over);
  const auto again = std::move(cluster.registry.watch(*cluster.widget(), {})).value();
  EXPECT_FALSE(WatchedWidgets::rest(*again).over);
}

TEST(CustomWatches, StayWhenOnlyMetadataOrStatusChange) {
  WatchedWidgets cluster;
  const auto kind = cluster.widget();
  const auto watch = std::move(cluster.registry.watch(*kind, {})).value();
  cluster.change([](json::Value& definition) { definition["metadata"]["labels"]["a"] = "b"; });
  EXPECT_EQ(cluster.widget(), kind);
  EXPECT_FALSE(WatchedWidgets::rest(*watch).over);
}

TEST(CustomWatches, TellOfTheEndOfEveryInstanceBeforeTheDefinitionGoes) {
  WatchedWidgets cluster;
  const auto kind = cluster.widget();
  cluster.create(*kind, R"({"metadata":{"name":"a"},"spec":{"color":"red"}})");
  cluster.create(*kind, R"({"metadata":{"name":"b"},"spec":{"color":"red"}})");
  const auto watch = std::move(cluster.registry.watch(*kind, {})).value();
  ASSERT_TRUE(
      cluster.registry.remove(WatchedWidgets::definitions(), {.key = {"", "widgets.example.com"}}));
  const auto rest = WatchedWidgets::rest(*watch);
  using client::EventType;
  EXPECT_EQ(rest.events, (std::vector{EventType::kAdded, EventType::kAdded, EventType::kDeleted,
                                      EventType::kDeleted}));
  EXPECT_TRUE(rest.over);
}

TEST(CustomWatches, EndAtOnceForAKindThatIsNoLongerServed) {
  WatchedWidgets cluster;
  const auto kind = cluster.widget();
  ASSERT_TRUE(
      cluster.registry.remove(WatchedWidgets::definitions(), {.key = {"", "widgets.example.com"}}));
  const auto watch = std::move(cluster.registry.watch(*kind, {})).value();
  EXPECT_TRUE(WatchedWidgets::rest(*watch).over);
}

TEST(CustomWatches, AnotherStorageVersionEndsThemAndTheNextShowsWhatWasStored) {
  WatchedWidgets cluster;
  const auto kind = cluster.widget();
  cluster.create(*kind, R"({"metadata":{"name":"w"},"spec":{"color":"red"}})");
  const auto watch = std::move(cluster.registry.watch(*kind, {})).value();
  cluster.change([](json::Value& definition) {
    json::Array& versions = definition["spec"]["versions"].array();
    json::Value second = versions.front();
    second["name"] = "v2";
    versions.front()["storage"] = false;
    versions.push_back(std::move(second));
  });
  EXPECT_TRUE(WatchedWidgets::rest(*watch).over);
  const auto second = cluster.registry.catalog().find_resource("example.com", "v2", "widgets");
  ASSERT_NE(second, nullptr);
  const auto again = std::move(cluster.registry.watch(*second, {})).value();
  const auto event = again->try_next();
  ASSERT_TRUE(event && *event);
  const json::Value shown = (*event)->object.decode().value();
  EXPECT_EQ(shown.at("apiVersion").as_string(), "example.com/v2");
  EXPECT_EQ(shown.at("spec", "color").as_string(), "red");
}

TEST(CustomWatches, ForgetThoseThatAreOver) {
  WatchedWidgets cluster;
  const auto kind = cluster.widget();
  CustomWatches watches(cluster.registry.catalog());
  const std::shared_ptr<store::Watcher> kept = std::move(cluster.store->watch("/x/", 0)).value();
  watches.add(*kind, kept);
  for (int i = 0; i < 200; ++i) {
    watches.add(*kind, std::move(cluster.store->watch("/x/", 0)).value());
  }
  EXPECT_EQ(watches.open(), 1U);
}

}  // namespace
}  // namespace sluice::registry
