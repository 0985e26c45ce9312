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

TEST(WatchHub, WhatAllHaveReadIsNotKept) {
  WatchHub hub(100);
  auto paused = hub.pause();
  auto quick = hub.subscribe({"/", {}, 0}, paused);
  auto slow = hub.subscribe({"/", {}, 0}, paused);
  paused.unlock();
  auto published = change("/a", 1);
  const std::weak_ptr<const Record> kept = published;
  publish(hub, {std::move(published)});
  EXPECT_EQ((*quick->try_next())->modified, 1u);
  EXPECT_FALSE(kept.expired()) << "it is still owed to somebody";
  EXPECT_EQ((*slow->try_next())->modified, 1u);
  EXPECT_TRUE(kept.expired());
}

TEST(WatchHub, WhoHasGoneOrEndedHoldsNothingBack) {
  WatchHub hub(100);
  auto paused = hub.pause();
  auto stays = hub.subscribe({"/", {}, 0}, paused);
  auto goes = hub.subscribe({"/", {}, 0}, paused);
  auto ends = hub.subscribe({"/", {}, 0}, paused);
  paused.unlock();
  auto published = change("/a", 1);
  const std::weak_ptr<const Record> kept = published;
  publish(hub, {std::move(published)});
  EXPECT_EQ((*stays->try_next())->modified, 1u);
  goes.reset();
  ends->stop();
  EXPECT_TRUE(kept.expired());
  publish(hub, {change("/a", 2)});
  EXPECT_EQ((*stays->try_next())->modified, 2u);
  EXPECT_EQ(ends->try_next().error().code, Code::kCancelled);
}

TEST(WatchHub, AFinishedWatcherHandsOutWhatCameBefore) {
  WatchHub hub(100);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", {change("/a", 1)}, 0}, paused);
  paused.unlock();
  publish(hub, {change("/a", 2)});
  watcher->finish();
  publish(hub, {change("/a", 3)});
  EXPECT_EQ((*watcher->try_next())->modified, 1u);
  EXPECT_EQ((*watcher->try_next())->modified, 2u);
  EXPECT_EQ(watcher->try_next().error().code, Code::kCancelled);
}

TEST(WatchHub, SleepersAreCalledOnceUntilTheyHaveLookedAndNeverAfterTheyWent) {
  WatchHub hub(100);
  std::vector<int> called(4, 0);
  std::vector<std::unique_ptr<Watcher>> watchers;
  auto paused = hub.pause();
  for (int& calls : called) {
    watchers.push_back(hub.subscribe({"/", {}, 0}, paused));
    watchers.back()->set_ready([&calls] { ++calls; });
  }
  paused.unlock();
  watchers[1].reset();
  publish(hub, {change("/a", 1)});
  EXPECT_EQ(called, (std::vector{1, 0, 1, 1}));
  publish(hub, {change("/a", 2)});
  EXPECT_EQ(called, (std::vector{1, 0, 1, 1})) << "nobody has found nothing since";
  for (const int i : {3, 0}) {
    while (*watchers[static_cast<std::size_t>(i)]->try_next() != nullptr) {
    }
  }
  watchers[3].reset();
  publish(hub, {change("/a", 3)});
  EXPECT_EQ(called, (std::vector{2, 0, 1, 1}));
}

TEST(WatchHub, WhatNobodyWatchesIsNotKept) {
  WatchHub hub(2);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", {}, 0}, paused);
  paused.unlock();
  watcher.reset();
  const RecordPtr record = change("/a", 1);
  publish(hub, {record});
  EXPECT_EQ(record.use_count(), 1);
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
