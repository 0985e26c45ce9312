// SPDX-License-Identifier: Apache-2.0
#include "registry/watch.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::registry {
namespace {

class WatchEvents : public testing::Test {
 protected:
  std::unique_ptr<Watch> watch(const WatchRequest& request) {
    auto watch = cluster_.registry.watch(api::kinds::config_map(), request);
    EXPECT_TRUE(watch.has_value()) << watch.error().message;
    return std::move(watch).value();
  }
  Code refusal(const WatchRequest& request) {
    return cluster_.registry.watch(api::kinds::config_map(), request).error().code;
  }
  std::string now() { return std::to_string(cluster_.store->revision()); }

  // "ADDED a 7", or "" when there is nothing.
  static std::string next(Watch& watch) {
    const auto event = watch.try_next();
    if (!event.has_value()) {
      return event.error().message;
    }
    if (!event->has_value()) {
      return "";
    }
    const json::Value line = json_of(event_text(**event));
    return line.at("type").as_string() + " " + api::name(line.at("object")) + " " +
           api::resource_version(line.at("object"));
  }
  void label(const std::string& name, const std::string& value) {
    json::Value body = json_of(R"({"metadata":{"labels":{"x":""}}})");
    body["metadata"]["labels"]["x"] = value;
    ASSERT_TRUE(
        cluster_.registry
            .patch(api::kinds::config_map(), {{"default", name}, {client::PatchType::kMerge, body}})
            .has_value());
  }

  TestCluster cluster_;
};

TEST_F(WatchEvents, StoredBytesArePassedOn) {
  const auto events = watch({.resource_version = now()});
  cluster_.create_config_map("a");
  const auto event = events->try_next();
  ASSERT_TRUE(event.has_value() && event->has_value());
  EXPECT_EQ((*event)->object.record, *cluster_.store->get((*event)->object.record->key));
}

TEST_F(WatchEvents, ObjectThatStopsMatchingLeavesWithItsOldContentAndTheNewRevision) {
  cluster_.create_config_map("a");
  label("a", "in");
  const auto events = watch({.label_selector = "x=in", .resource_version = now()});
  label("a", "out");
  const auto event = events->try_next();
  ASSERT_TRUE(event.has_value() && event->has_value());
  EXPECT_EQ((*event)->type, client::EventType::kDeleted);
  const json::Value left = (*event)->object.decode().value();
  EXPECT_EQ(api::label(left, "x"), "in");
  EXPECT_EQ(api::resource_version(left), now());
  label("a", "elsewhere");
  EXPECT_EQ(next(*events), "");
  label("a", "in");
  EXPECT_EQ(next(*events), "ADDED a " + now());
}

TEST_F(WatchEvents, ANameIsWatchedAlone) {
  cluster_.create_config_map("a");
  cluster_.create_config_map("ab");
  const auto events = watch({.ns = "default", .field_selector = "metadata.name=a"});
  EXPECT_TRUE(next(*events).starts_with("ADDED a "));
  EXPECT_EQ(next(*events), "");
  int called = 0;
  events->set_ready([&] { ++called; });
  label("ab", "in");
  EXPECT_EQ(called, 0) << "nobody is woken for another object";
  label("a", "in");
  EXPECT_EQ(called, 1);
  EXPECT_EQ(next(*events), "MODIFIED a " + now());
  ASSERT_TRUE(cluster_.registry.remove(api::kinds::config_map(), {.key = {"default", "a"}}));
  EXPECT_EQ(next(*events), "DELETED a " + now());
  events->set_ready(nullptr);
}

TEST_F(WatchEvents, ANameIsWatchedInAllNamespaces) {
  const auto events = watch({.field_selector = "metadata.name=a", .resource_version = now()});
  cluster_.create_config_map("b");
  cluster_.create_config_map("a");
  EXPECT_EQ(next(*events), "ADDED a " + now());
  EXPECT_EQ(next(*events), "");
}

TEST_F(WatchEvents, InitialEventsEndWithAnAnnotatedBookmark) {
  cluster_.create_config_map("a");
  const std::string then = now();
  const auto events = watch(
      {.resource_version_match = "NotOlderThan", .bookmarks = true, .send_initial_events = true});
  EXPECT_FALSE(events->bookmark().has_value()) << "nothing may be promised yet";
  EXPECT_EQ(next(*events), "ADDED a " + then);
  cluster_.create_config_map("b");
  const auto end = events->try_next();
  ASSERT_TRUE(end.has_value() && end->has_value());
  EXPECT_EQ((*end)->type, client::EventType::kBookmark);
  const json::Value bookmark = (*end)->object.decode().value();
  EXPECT_EQ(api::annotation(bookmark, "k8s.io/initial-events-end"), "true");
  EXPECT_EQ(api::resource_version(bookmark), then);
  EXPECT_EQ(bookmark.at("kind").as_string(), "ConfigMap");
  EXPECT_EQ(next(*events), "ADDED b " + now());
}

TEST_F(WatchEvents, InitialEventsCanBeDeclined) {
  cluster_.create_config_map("a");
  const auto events =
      watch({.resource_version_match = "NotOlderThan", .send_initial_events = false});
  EXPECT_EQ(next(*events), "");
  cluster_.create_config_map("b");
  EXPECT_EQ(next(*events), "ADDED b " + now());
}

TEST_F(WatchEvents, BookmarkFollowsOtherKindsChanges) {
  const auto events = watch({.resource_version = now()});
  cluster_.create_pod("p");
  EXPECT_EQ(next(*events), "");
  const auto bookmark = events->bookmark();
  ASSERT_TRUE(bookmark.has_value());
  EXPECT_EQ(api::resource_version(bookmark->object.decode().value()), now());
}

TEST_F(WatchEvents, BadStartsAreRefused) {
  cluster_.create_config_map("a");
  EXPECT_EQ(refusal({.resource_version = "99999"}), Code::kTimeout);
  EXPECT_EQ(refusal({.resource_version = "x"}), Code::kInternal);
  EXPECT_EQ(refusal({.label_selector = "a in"}), Code::kBadRequest);
  EXPECT_EQ(refusal({.resource_version_match = "NotOlderThan"}), Code::kInvalid);
  EXPECT_EQ(refusal({.send_initial_events = true}), Code::kInvalid);
  ASSERT_TRUE(cluster_.store->compact(cluster_.store->revision()).has_value());
  const auto expired = cluster_.registry.watch(api::kinds::config_map(), {.resource_version = "2"});
  ASSERT_FALSE(expired.has_value());
  EXPECT_EQ(expired.error().code, Code::kExpired);
  EXPECT_EQ(expired.error().message, "too old resource version: 2 (" + now() + ")");
}

TEST_F(WatchEvents, SelectionThatNeedsForgottenStateExpires) {
  cluster_.create_config_map("a");
  const auto events = watch({.label_selector = "x=in", .resource_version = now()});
  label("a", "in");
  ASSERT_TRUE(cluster_.store->compact(cluster_.store->revision()).has_value());
  const auto event = events->try_next();
  ASSERT_FALSE(event.has_value());
  EXPECT_EQ(event.error().code, Code::kExpired);
}

TEST_F(WatchEvents, StopAlsoEndsTheInitialState) {
  cluster_.create_config_map("a");
  const auto events = watch({});
  events->stop();
  EXPECT_EQ(events->try_next().error().code, Code::kCancelled);
}

}  // namespace
}  // namespace sluice::registry
