// SPDX-License-Identifier: Apache-2.0
#include "runtime/miniature_client.h"

#include <gtest/gtest.h>

namespace sluice::runtime {
namespace {

client::Object pod(const std::string& name) {
  return json::Object{{"metadata", json::Object{{"namespace", "default"}, {"name", name}}}};
}

TEST(MiniatureClient, KeepsObjectsAndTellsWatches) {
  MiniatureClient client;
  const api::Kind& kind = api::kinds::pod();
  const auto created = client.create(kind, pod("a"));
  ASSERT_TRUE(created);
  EXPECT_EQ(client.create(kind, pod("a")).error().code, Code::kAlreadyExists);
  EXPECT_EQ((*client.get(kind, {"default", "a"}))->at("metadata", "uid").as_string(), "uid-1");
  const auto watch = client.watch(kind, {.resource_version = "0"});
  ASSERT_TRUE(watch);
  const auto event = (*watch)->next(Duration::zero());
  ASSERT_TRUE(event && event->has_value());
  EXPECT_EQ((*event)->type, client::EventType::kAdded);
  ASSERT_TRUE(client.remove(kind, {"default", "a"}, {}));
  EXPECT_EQ((*watch)->next(Duration::zero()).value()->type, client::EventType::kDeleted);
  EXPECT_EQ(client.get(kind, {"default", "a"}).error().code, Code::kNotFound);
}

TEST(MiniatureClient, FailsAsOftenAsAsked) {
  MiniatureClient client;
  client.fail_next(1, Code::kForbidden);
  EXPECT_EQ(client.list(api::kinds::pod(), {}).error().code, Code::kForbidden);
  EXPECT_TRUE(client.list(api::kinds::pod(), {}));
}

}  // namespace
}  // namespace sluice::runtime
