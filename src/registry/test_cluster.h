// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/clock.h"
#include "json/text.h"
#include "registry/registry.h"
#include "store/store.h"

namespace sluice::registry {

// An empty cluster in memory with a clock that stands still: for tests of the verbs.
struct TestCluster {
  FakeClock clock;
  std::unique_ptr<store::Store> store =
      std::move(store::open_store(store::memory_backend())).value();
  Registry registry{*store, clock};

  TestCluster() { EXPECT_TRUE(registry.bootstrap().has_value()); }

  // Creates from JSON text, with the namespace default where one is needed.
  json::Value create(const api::Kind& kind, std::string_view text) {
    auto object = json::parse(text);
    EXPECT_TRUE(object.has_value()) << text;
    auto written = registry.create(kind, kind.namespaced ? "default" : "", std::move(*object));
    EXPECT_TRUE(written.has_value()) << written.error().message;
    return written.has_value() ? written->object.decode().value() : json::Value();
  }
  json::Value create_pod(const std::string& name) {
    return create(api::kinds::pod(), R"({"metadata":{"name":")" + name +
                                         R"("},"spec":{"containers":[{"name":"c","image":"i"}]}})");
  }
  // Without it no pods run in a namespace.
  void create_account(const std::string& ns) {
    const json::Value account = json::Object{{"metadata", json::Object{{"name", "default"}}}};
    EXPECT_TRUE(registry.create(api::kinds::service_account(), ns, account).has_value());
  }
  json::Value create_config_map(const std::string& name) {
    return create(api::kinds::config_map(), R"({"metadata":{"name":")" + name + R"("}})");
  }
  void bind(const std::string& pod) {
    const json::Value binding = json::Object{{"target", json::Object{{"name", "node-1"}}}};
    const auto bound = registry.bind({"default", pod}, binding);
    EXPECT_TRUE(bound.has_value()) << bound.error().message;
  }
  json::Value get(const api::Kind& kind, const std::string& name) {
    const auto found = registry.get(kind, {kind.namespaced ? "default" : "", name});
    EXPECT_TRUE(found.has_value()) << name;
    return found.has_value() ? found->decode().value() : json::Value();
  }
  bool exists(const api::Kind& kind, const std::string& name) {
    return registry.get(kind, {kind.namespaced ? "default" : "", name}).has_value();
  }
};

inline json::Value json_of(std::string_view text) {
  return std::move(json::parse(text)).value();
}

}  // namespace sluice::registry
