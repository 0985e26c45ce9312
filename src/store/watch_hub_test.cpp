// SPDX-License-Identifier: Apache-2.0
#include "store/watch_hub.h"

#include <gtest/gtest.h>

#include <latch>
#include <thread>

namespace sluice::store {
namespace {

RecordPtr change(std::string key, Revision revision) {
  return std::make_shared<const Record>(Record{.key = std::move(key), .modified = revision});
}

void publish(WatchHub& hub, std::vector<RecordPtr> changes) {
  hub.publish(changes, [] {});
}

TEST(WatchHub, BacklogComesFirstAndDoesNotCountAgainstTheBuffer) {
  WatchHub hub(1);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", {change("/a", 1), change("/b", 2)}, 0}, paused);
  paused.unlock();
  publish(hub, {change("/c", 3)});
  for (Revision revision = 1; revision <= 3; ++revision) {
    EXPECT_EQ((*watcher->try_next())->modified, revision);
    EXPECT_EQ(watcher->progress(), revision);
  }
}

TEST(WatchHub, OverflowEndsOnlyTheSlowWatcher) {
  WatchHub hub(2);
  auto paused = hub.pause();
  auto slow = hub.subscribe({"/", {}, 0}, paused);
  auto quick = hub.subscribe({"/", {}, 0}, paused);
  paused.unlock();
  for (Revision revision = 1; revision <= 3; ++revision) {
    publish(hub, {change("/a", revision)});
    EXPECT_EQ((*quick->try_next())->modified, revision);
  }
  EXPECT_EQ(slow->try_next().error().code, Code::kExpired);
  EXPECT_EQ(slow->progress(), 0u) << "a bookmark after a gap would be a lie";
}

TEST(WatchHub, SleepingWatcherIsWoken) {
  WatchHub hub(2);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", {}, 0}, paused);
  paused.unlock();
  std::jthread publisher([&] { publish(hub, {change("/a", 1)}); });
  const auto record = watcher->next(std::chrono::seconds(20));
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ((*record)->modified, 1u);
}

TEST(WatchHub, ManyWatchersAreWokenWithoutHoldingUpTheWriter) {
  WatchHub hub(2);
  std::latch published(1);
  std::latch woken(100);
  std::vector<std::unique_ptr<Watcher>> watchers;
  auto paused = hub.pause();
  for (int i = 0; i < 100; ++i) {
    watchers.push_back(hub.subscribe({"/", {}, 0}, paused));
    watchers.back()->set_ready(
        [&] {
          published.wait();
          woken.count_down();
        },
        Watcher::Call::kSoon);
  }
  auto urgent = hub.subscribe({"/", {}, 0}, paused);
  bool told = false;
  urgent->set_ready([&] { told = true; });
  paused.unlock();
  publish(hub, {change("/a", 1)});
  EXPECT_TRUE(told) << "before the writer is answered";
  published.count_down();
  woken.wait();
  EXPECT_EQ((*watchers.back()->try_next())->modified, 1u);
}

TEST(WatchHub, PublishedStateIsReadableBeforeWatchersHearOfIt) {
  WatchHub hub(2);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", {}, 0}, paused);
  paused.unlock();
  bool readable = false;
  bool readable_when_woken = false;
  watcher->set_ready([&] { readable_when_woken = readable; });
  hub.publish({change("/a", 1)}, [&] { readable = true; });
  EXPECT_TRUE(readable_when_woken);
}

}  // namespace
}  // namespace sluice::store
