// SPDX-License-Identifier: Apache-2.0
//
// Many threads create, change and delete the same few objects while informers rebuild the state
// from a list and its watch: in the end every one of them sees what the store has.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <thread>

#include "registry/local_client.h"
#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

constexpr int kWriters = 4;
constexpr int kOperations = 150;
constexpr int kObjects = 5;

using View = std::map<std::string, std::string>;  // name to resourceVersion

void change_at_random(LocalClient& client, unsigned seed) {
  std::mt19937 random(seed);
  for (int i = 0; i < kOperations; ++i) {
    const std::string name = "o" + std::to_string(random() % kObjects);
    json::Value object =
        json::Object{{"metadata", json::Object{{"name", name}, {"namespace", "default"}}},
                     {"data", json::Object{{"n", std::to_string(random())}}}};
    object["metadata"]["labels"]["side"] = random() % 2 == 0 ? "left" : "right";
    switch (random() % 4) {
      case 0:
        (void)client.create(api::kinds::config_map(), object);
        break;
      case 1:
        (void)client.remove(api::kinds::config_map(), {"default", name}, {});
        break;
      case 2:
        (void)client.patch(api::kinds::config_map(), {"default", name},
                           {client::PatchType::kMerge, object}, client::Part::kMain);
        break;
      default:
        (void)client.update(api::kinds::config_map(), object, client::Part::kMain);
    }
  }
}

// Follows the watch until it has seen an object with the name "end" come.
View follow(LocalClient& client, const std::string& selector) {
  View view;
  auto watch = std::move(client.watch(api::kinds::config_map(),
                                      {.ns = "default", .label_selector = selector}))
                   .value();
  while (true) {
    const auto event = watch->next(std::chrono::seconds(60));
    if (!event.has_value() || !event->has_value()) {
      ADD_FAILURE() << (event.has_value() ? "timeout" : event.error().message);
      return view;
    }
    const client::Object& object = *(*event)->object;
    if (api::name(object) == "end") {
      return view;
    }
    if ((*event)->type == client::EventType::kDeleted) {
      view.erase(api::name(object));
    } else {
      view[api::name(object)] = api::resource_version(object);
    }
  }
}

View current(LocalClient& client, const std::string& selector) {
  View view;
  const auto list =
      client.list(api::kinds::config_map(), {.ns = "default", .label_selector = selector});
  for (const client::ObjectPtr& object : list->items) {
    if (api::name(*object) != "end") {
      view[api::name(*object)] = api::resource_version(*object);
    }
  }
  return view;
}

TEST(RegistryConcurrency, InformersConvergeOnTheStore) {
  TestCluster cluster;
  LocalClient client(cluster.registry, cluster.clock);
  const std::vector<std::string> selectors = {"", "side=left", "side=right"};
  std::vector<View> seen(selectors.size());
  std::vector<std::jthread> informers;
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    informers.emplace_back([&, i] { seen[i] = follow(client, selectors[i]); });
  }
  {
    std::vector<std::jthread> writers;
    for (unsigned i = 0; i < kWriters; ++i) {
      writers.emplace_back([&client, i] { change_at_random(client, i); });
    }
  }
  // The end is visible under every selector: as left, then as right.
  json::Value end =
      json_of(R"({"metadata":{"name":"end","namespace":"default","labels":{"side":"left"}}})");
  ASSERT_TRUE(client.create(api::kinds::config_map(), end).has_value());
  end["metadata"]["labels"]["side"] = "right";
  ASSERT_TRUE(client.update(api::kinds::config_map(), end, client::Part::kMain).has_value());
  informers.clear();
  for (std::size_t i = 0; i < selectors.size(); ++i) {
    EXPECT_EQ(seen[i], current(client, selectors[i])) << selectors[i];
  }
}

}  // namespace
}  // namespace sluice::registry
