// SPDX-License-Identifier: Apache-2.0
#include "store/watch_hub.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <latch>
#include <numeric>
#include <thread>

namespace sluice::store {
namespace {

RecordPtr change(std::string key, Revision revision) {
  return std::make_shared<const Record>(Record{.key = std::move(key), .modified = revision});
}

// What a store does around a hub: everything published is history, until it is forgotten.
class Past {
 public:
  explicit Past(std::size_t buffer)
      : hub(buffer, [this](std::string_view prefix, Revision after, Revision until) {
          return read(prefix, after, until);
        }) {}

  void publish(std::string key) {
    const RecordPtr next = change(std::move(key), changes_.size() + 1);
    hub.publish({next}, [&] { changes_.push_back(next); });
  }

  std::unique_ptr<Watcher> watch(std::string prefix, Revision after) {
    const auto paused = hub.pause();
    return hub.subscribe({std::move(prefix), changes_.size(), {{}, after}, after}, paused);
  }

  Revision forgotten = 0;
  int pieces = 0;
  std::function<void()> while_reading = [] {};
  WatchHub hub;

 private:
  // Two changes at most, and five looked at.
  Result<Changes> read(std::string_view prefix, Revision after, Revision until) {
    ++pieces;
    while_reading();
    if (after < forgotten) {
      return fail(Code::kExpired, "forgotten");
    }
    Changes found{.records = {}, .through = after};
    const Revision end = std::min(until, after + 5);
    while (found.through < end && found.records.size() < 2) {
      const RecordPtr& next = changes_[found.through++];
      if (next->key.starts_with(prefix)) {
        found.records.push_back(next);
      }
    }
    return found;
  }

  std::vector<RecordPtr> changes_;
};

// The revisions of all that is there.
std::vector<Revision> read_all(Watcher& watcher) {
  std::vector<Revision> seen;
  while (true) {
    const auto record = watcher.try_next();
    EXPECT_TRUE(record.has_value()) << record.error().message;
    if (!record.has_value() || *record == nullptr) {
      return seen;
    }
    seen.push_back((*record)->modified);
  }
}

std::vector<Revision> revisions(Revision first, Revision last) {
  std::vector<Revision> all(last - first + 1);
  std::iota(all.begin(), all.end(), first);
  return all;
}

Result<Changes> no_history(std::string_view /*prefix*/, Revision /*after*/, Revision /*until*/) {
  return fail(Code::kExpired, "there is no history");
}

void publish(WatchHub& hub, std::vector<RecordPtr> changes) {
  hub.publish(changes, [] {});
}

TEST(WatchHub, BacklogComesFirstAndDoesNotCountAgainstTheBuffer) {
  WatchHub hub(1, no_history);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", 2, {{change("/a", 1), change("/b", 2)}, 2}, 0}, paused);
  paused.unlock();
  publish(hub, {change("/c", 3)});
  for (Revision revision = 1; revision <= 3; ++revision) {
    EXPECT_EQ((*watcher->try_next())->modified, revision);
    EXPECT_EQ(watcher->progress(), revision);
  }
}

TEST(WatchHub, ASlowWatcherReadsOnFromHistory) {
  Past past(3);
  auto slow = past.watch("/a", 0);
  auto quick = past.watch("/", 0);
  for (int i = 0; i < 20; ++i) {
    past.publish("/a");
    EXPECT_EQ(read_all(*quick).size(), 1u);
  }
  EXPECT_EQ((*slow->try_next())->modified, 1u);
  EXPECT_EQ(slow->progress(), 1u);
  past.publish("/a");
  EXPECT_EQ(read_all(*slow), revisions(2, 21));
  EXPECT_EQ(slow->progress(), 21u);
  const int pieces = past.pieces;
  past.publish("/a");
  EXPECT_EQ(read_all(*slow), revisions(22, 22));
  EXPECT_EQ(past.pieces, pieces) << "it has caught up";
}

TEST(WatchHub, WhatIsPublishedWhileHistoryIsReadComesOnceAndInOrder) {
  Past past(3);
  auto slow = past.watch("/a", 0);
  for (int i = 0; i < 10; ++i) {
    past.publish("/a");
  }
  int more = 8;
  past.while_reading = [&] {
    for (int i = 0; i < 2 && more > 0; ++i, --more) {
      past.publish("/a");
      past.publish("/b");
    }
  };
  std::vector<Revision> wanted = revisions(1, 10);
  for (Revision revision = 11; revision <= 26; revision += 2) {
    wanted.push_back(revision);
  }
  EXPECT_EQ(read_all(*slow), wanted);
}

TEST(WatchHub, AWatchThatStartsInThePastReadsHistoryPieceByPiece) {
  Past past(3);
  for (int i = 0; i < 20; ++i) {
    past.publish(i % 2 == 0 ? "/a" : "/b");
  }
  auto watcher = past.watch("/a", 4);
  past.publish("/a");
  EXPECT_EQ(past.pieces, 0);
  EXPECT_EQ((*watcher->try_next())->modified, 5u);
  EXPECT_EQ(past.pieces, 1) << "the rest is not kept for it";
  EXPECT_EQ(read_all(*watcher), (std::vector<Revision>{7, 9, 11, 13, 15, 17, 19, 21}));
}

TEST(WatchHub, AWatcherThatWasIdleLongIsBehindOnlyByWhatIsForIt) {
  Past past(3);
  auto slow = past.watch("/a", 0);
  for (int i = 0; i < 50; ++i) {
    past.publish("/b");
  }
  past.forgotten = 50;
  for (int i = 0; i < 10; ++i) {
    past.publish("/a");
  }
  EXPECT_EQ(read_all(*slow), revisions(51, 60));
}

TEST(WatchHub, AWatcherThatHistoryHasForgottenExpires) {
  Past past(3);
  auto slow = past.watch("/", 0);
  for (int i = 0; i < 10; ++i) {
    past.publish("/a");
  }
  past.forgotten = 1;
  EXPECT_EQ(slow->try_next().error().code, Code::kExpired);
  EXPECT_EQ(slow->try_next().error().code, Code::kExpired) << "for good";
}

TEST(WatchHub, AFinishedWatcherReadsHistoryUpToItsEnd) {
  Past past(3);
  auto slow = past.watch("/", 0);
  for (int i = 0; i < 10; ++i) {
    past.publish("/a");
  }
  slow->finish();
  for (int i = 0; i < 10; ++i) {
    past.publish("/a");
  }
  for (Revision revision = 1; revision <= 10; ++revision) {
    EXPECT_EQ((*slow->try_next())->modified, revision);
  }
  EXPECT_EQ(slow->try_next().error().code, Code::kCancelled);
}

TEST(WatchHub, AWatcherStoppedWhileItReadsHistoryEnds) {
  Past past(3);
  auto slow = past.watch("/", 0);
  for (int i = 0; i < 10; ++i) {
    past.publish("/a");
  }
  past.while_reading = [&] { slow->stop(); };
  EXPECT_EQ(slow->try_next().error().code, Code::kCancelled);
}

TEST(WatchHub, OverflowWithoutHistoryEndsOnlyTheSlowWatcher) {
  WatchHub hub(2, no_history);
  auto paused = hub.pause();
  auto slow = hub.subscribe({"/", 0, {}, 0}, paused);
  auto quick = hub.subscribe({"/", 0, {}, 0}, paused);
  paused.unlock();
  for (Revision revision = 1; revision <= 3; ++revision) {
    publish(hub, {change("/a", revision)});
    EXPECT_EQ((*quick->try_next())->modified, revision);
  }
  EXPECT_EQ(slow->try_next().error().code, Code::kExpired);
  EXPECT_EQ(slow->progress(), 0u) << "a bookmark after a gap would be a lie";
}

TEST(WatchHub, WhatAllHaveReadIsNotKept) {
  WatchHub hub(100, no_history);
  auto paused = hub.pause();
  auto quick = hub.subscribe({"/", 0, {}, 0}, paused);
  auto slow = hub.subscribe({"/", 0, {}, 0}, paused);
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
  WatchHub hub(100, no_history);
  auto paused = hub.pause();
  auto stays = hub.subscribe({"/", 0, {}, 0}, paused);
  auto goes = hub.subscribe({"/", 0, {}, 0}, paused);
  auto ends = hub.subscribe({"/", 0, {}, 0}, paused);
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
  WatchHub hub(100, no_history);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", 1, {{change("/a", 1)}, 1}, 0}, paused);
  paused.unlock();
  publish(hub, {change("/a", 2)});
  watcher->finish();
  publish(hub, {change("/a", 3)});
  EXPECT_EQ((*watcher->try_next())->modified, 1u);
  EXPECT_EQ((*watcher->try_next())->modified, 2u);
  EXPECT_EQ(watcher->try_next().error().code, Code::kCancelled);
}

TEST(WatchHub, SleepersAreCalledOnceUntilTheyHaveLookedAndNeverAfterTheyWent) {
  WatchHub hub(100, no_history);
  std::vector<int> called(4, 0);
  std::vector<std::unique_ptr<Watcher>> watchers;
  auto paused = hub.pause();
  for (int& calls : called) {
    watchers.push_back(hub.subscribe({"/", 0, {}, 0}, paused));
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
  WatchHub hub(2, no_history);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", 0, {}, 0}, paused);
  paused.unlock();
  watcher.reset();
  const RecordPtr record = change("/a", 1);
  publish(hub, {record});
  EXPECT_EQ(record.use_count(), 1);
}

TEST(WatchHub, SleepingWatcherIsWoken) {
  WatchHub hub(2, no_history);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", 0, {}, 0}, paused);
  paused.unlock();
  std::jthread publisher([&] { publish(hub, {change("/a", 1)}); });
  const auto record = watcher->next(std::chrono::seconds(20));
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ((*record)->modified, 1u);
}

TEST(WatchHub, ManyWatchersAreWokenWithoutHoldingUpTheWriter) {
  WatchHub hub(2, no_history);
  std::latch published(1);
  std::latch woken(100);
  std::vector<std::unique_ptr<Watcher>> watchers;
  auto paused = hub.pause();
  for (int i = 0; i < 100; ++i) {
    watchers.push_back(hub.subscribe({"/", 0, {}, 0}, paused));
    watchers.back()->set_ready(
        [&] {
          published.wait();
          woken.count_down();
        },
        Watcher::Call::kSoon);
  }
  auto urgent = hub.subscribe({"/", 0, {}, 0}, paused);
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
  WatchHub hub(2, no_history);
  auto paused = hub.pause();
  auto watcher = hub.subscribe({"/", 0, {}, 0}, paused);
  paused.unlock();
  bool readable = false;
  bool readable_when_woken = false;
  watcher->set_ready([&] { readable_when_woken = readable; });
  hub.publish({change("/a", 1)}, [&] { readable = true; });
  EXPECT_TRUE(readable_when_woken);
}

}  // namespace
}  // namespace sluice::store
