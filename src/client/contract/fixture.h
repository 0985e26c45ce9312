// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "client/client.h"
#include "client/event_type.h"

namespace sluice::client {

// One fresh cluster that has the namespace "default" and nothing else of these tests' kinds.
class ClientUnderTest {
 public:
  virtual ~ClientUnderTest() = default;
  virtual Client& client() = 0;

  // Makes every revision before now Expired. False: this cluster cannot, and such tests are
  // skipped.
  virtual bool forget_history() { return false; }
};
using ClientFactory = std::function<std::unique_ptr<ClientUnderTest>()>;

class ClientContract : public testing::TestWithParam<ClientFactory> {
 protected:
  using Value = json::Value;
  static constexpr Duration kPatience = std::chrono::seconds(20);

  void SetUp() override { world_ = GetParam()(); }
  Client& client() { return world_->client(); }
  ClientUnderTest& world() { return *world_; }

  static Object config_map(std::string_view name, std::string_view text) {
    return json::Object{{"apiVersion", "v1"},
                        {"kind", "ConfigMap"},
                        {"metadata", json::Object{{"name", name}, {"namespace", "default"}}},
                        {"data", json::Object{{"text", text}}}};
  }
  static Object labelled(std::string_view name, std::string_view app) {
    Object object = config_map(name, "x");
    object["metadata"]["labels"]["app"] = app;
    return object;
  }
  static Object pod(std::string_view name) {
    Value container = json::Object{{"name", "main"}, {"image", "busybox"}};
    return json::Object{{"apiVersion", "v1"},
                        {"kind", "Pod"},
                        {"metadata", json::Object{{"name", name}, {"namespace", "default"}}},
                        {"spec", json::Object{{"containers", json::Array{std::move(container)}}}}};
  }
  static api::Key in_default(std::string name) { return {"default", std::move(name)}; }

  Object must_create(const api::Kind& kind, const Object& object) {
    auto created = client().create(kind, object);
    EXPECT_TRUE(created.has_value()) << created.error().message;
    return created.has_value() ? **created : Object();
  }
  std::string revision_now() {
    auto listed = client().list(api::kinds::config_map(), {.ns = "default"});
    EXPECT_TRUE(listed.has_value());
    return listed.has_value() ? listed->resource_version : "";
  }
  std::unique_ptr<Watch> must_watch(const api::Kind& kind, const WatchOptions& options) {
    auto watch = client().watch(kind, options);
    EXPECT_TRUE(watch.has_value()) << watch.error().message;
    return watch.has_value() ? std::move(*watch) : nullptr;
  }

  // The next event that is not a bookmark, as "ADDED name".
  static std::string next_event(Watch& watch) {
    while (true) {
      auto event = watch.next(kPatience);
      if (!event.has_value()) {
        return "error: " + event.error().message;
      }
      if (!event->has_value()) {
        return "nothing";
      }
      const WatchEvent& seen = **event;
      if (seen.type == EventType::kBookmark) {
        continue;
      }
      return std::string(to_string(seen.type)) + " " + api::name(*seen.object);
    }
  }
  static std::vector<std::string> names(const ObjectList& list) {
    std::vector<std::string> names;
    for (const ObjectPtr& item : list.items) {
      names.push_back(api::name(*item));
    }
    return names;
  }

 private:
  std::unique_ptr<ClientUnderTest> world_;
};

}  // namespace sluice::client
