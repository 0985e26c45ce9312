// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/contract/fixture.h"

// Many objects: lists and watches. Included by client_contract.h only.
namespace sluice::client {

TEST_P(ClientContract, ListSelectsByNamespaceLabelAndField) {
  must_create(api::kinds::config_map(), labelled("b", "web"));
  must_create(api::kinds::config_map(), labelled("a", "db"));
  const auto all = client().list(api::kinds::config_map(), {.ns = "default"});
  ASSERT_TRUE(all.has_value()) << all.error().message;
  EXPECT_EQ(names(*all), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(all->items[0]->at("kind").as_string(), "ConfigMap");
  const auto web = client().list(api::kinds::config_map(), {.label_selector = "app=web"});
  ASSERT_TRUE(web.has_value());
  EXPECT_EQ(names(*web), std::vector<std::string>{"b"});
  const auto by_name =
      client().list(api::kinds::config_map(), {.field_selector = "metadata.name=a"});
  ASSERT_TRUE(by_name.has_value());
  EXPECT_EQ(names(*by_name), std::vector<std::string>{"a"});
  const auto elsewhere = client().list(api::kinds::config_map(), {.ns = "kube-public"});
  ASSERT_TRUE(elsewhere.has_value());
  EXPECT_TRUE(elsewhere->items.empty());
}

TEST_P(ClientContract, ListWithUnknownFieldSelectorIsBadRequest) {
  const auto listed = client().list(api::kinds::config_map(), {.field_selector = "data.text=1"});
  ASSERT_FALSE(listed.has_value());
  EXPECT_EQ(listed.error().code, Code::kBadRequest);
}

TEST_P(ClientContract, WatchFromListSeesEveryLaterChangeInOrder) {
  must_create(api::kinds::config_map(), config_map("old", "1"));
  auto watch =
      must_watch(api::kinds::config_map(), {.ns = "default", .resource_version = revision_now()});
  ASSERT_NE(watch, nullptr);
  Object a = must_create(api::kinds::config_map(), config_map("a", "1"));
  a["data"]["text"] = "2";
  ASSERT_TRUE(client().update(api::kinds::config_map(), a).has_value());
  ASSERT_TRUE(client().remove(api::kinds::config_map(), in_default("a"), {}).has_value());
  EXPECT_EQ(next_event(*watch), "ADDED a");
  EXPECT_EQ(next_event(*watch), "MODIFIED a");
  EXPECT_EQ(next_event(*watch), "DELETED a");
}

TEST_P(ClientContract, WatchWithoutRevisionStartsWithTheCurrentState) {
  must_create(api::kinds::config_map(), labelled("a", "web"));
  must_create(api::kinds::config_map(), labelled("b", "db"));
  auto watch = must_watch(api::kinds::config_map(), {.ns = "default", .label_selector = "app=web"});
  ASSERT_NE(watch, nullptr);
  EXPECT_EQ(next_event(*watch), "ADDED a");
  must_create(api::kinds::config_map(), labelled("c", "web"));
  EXPECT_EQ(next_event(*watch), "ADDED c");
}

TEST_P(ClientContract, ListsAndWatchesLeaveOutWhoOwnsFields) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const auto read = client().get(api::kinds::config_map(), in_default("a"));
  ASSERT_TRUE(read.has_value());
  EXPECT_NE((*read)->find("metadata", "managedFields"), nullptr);
  const auto listed = client().list(api::kinds::config_map(), {.ns = "default"});
  ASSERT_TRUE(listed.has_value() && listed->items.size() == 1);
  EXPECT_EQ(listed->items.front()->find("metadata", "managedFields"), nullptr);
  auto watch = must_watch(api::kinds::config_map(), {.ns = "default"});
  ASSERT_NE(watch, nullptr);
  const auto event = watch->next(kPatience);
  ASSERT_TRUE(event.has_value() && event->has_value());
  EXPECT_EQ((*event)->object->find("metadata", "managedFields"), nullptr);
}

TEST_P(ClientContract, WatchWithSelectorSeesObjectsEnterAndLeave) {
  auto watch = must_watch(
      api::kinds::config_map(),
      {.ns = "default", .label_selector = "app=web", .resource_version = revision_now()});
  ASSERT_NE(watch, nullptr);
  must_create(api::kinds::config_map(), labelled("a", "db"));
  ASSERT_TRUE(client().update(api::kinds::config_map(), labelled("a", "web")).has_value());
  ASSERT_TRUE(client().update(api::kinds::config_map(), labelled("a", "other")).has_value());
  ASSERT_TRUE(client().remove(api::kinds::config_map(), in_default("a"), {}).has_value());
  must_create(api::kinds::config_map(), labelled("b", "web"));
  EXPECT_EQ(next_event(*watch), "ADDED a");
  EXPECT_EQ(next_event(*watch), "DELETED a");
  EXPECT_EQ(next_event(*watch), "ADDED b");
}

TEST_P(ClientContract, StoppedWatchIsCancelled) {
  auto watch = must_watch(api::kinds::config_map(), {.resource_version = revision_now()});
  ASSERT_NE(watch, nullptr);
  watch->stop();
  const auto event = watch->next(kPatience);
  ASSERT_FALSE(event.has_value());
  EXPECT_EQ(event.error().code, Code::kCancelled);
}

TEST_P(ClientContract, WatchWithNothingToSayReturnsNothingInTime) {
  auto watch = must_watch(api::kinds::config_map(),
                          {.resource_version = revision_now(), .bookmarks = false});
  ASSERT_NE(watch, nullptr);
  const auto event = watch->next(std::chrono::milliseconds(1));
  ASSERT_TRUE(event.has_value()) << event.error().message;
  EXPECT_FALSE(event->has_value());
}

TEST_P(ClientContract, WatchFromForgottenRevisionIsExpired) {
  must_create(api::kinds::config_map(), config_map("a", "1"));
  const std::string old = revision_now();
  must_create(api::kinds::config_map(), config_map("b", "1"));
  if (!world().forget_history()) {
    GTEST_SKIP() << "this cluster cannot forget on demand";
  }
  auto watch = client().watch(api::kinds::config_map(), {.resource_version = old});
  if (!watch.has_value()) {
    EXPECT_EQ(watch.error().code, Code::kExpired);
    return;
  }
  const auto event = (*watch)->next(kPatience);
  ASSERT_FALSE(event.has_value());
  EXPECT_EQ(event.error().code, Code::kExpired);
}

}  // namespace sluice::client
