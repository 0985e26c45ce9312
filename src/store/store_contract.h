// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "store/store.h"

// What a Store promises, whatever Backend lies beneath it. A test file writes, in namespace
// sluice::store,
//   INSTANTIATE_TEST_SUITE_P(Memory, StoreContract, testing::Values(BackendFactory(factory)));
namespace sluice::store {

using BackendFactory = std::function<std::unique_ptr<Backend>()>;

inline Encode text(std::string value) {
  return [value = std::move(value)](Revision) { return value; };
}

class StoreContract : public testing::TestWithParam<BackendFactory> {
 protected:
  static constexpr Duration kPatience = std::chrono::seconds(20);

  std::unique_ptr<Store> open(StoreOptions options = {}) {
    auto store = open_store(GetParam()(), options);
    EXPECT_TRUE(store.has_value()) << store.error().message;
    return std::move(store).value();
  }
  static RecordPtr put(Store& store, const std::string& key, const std::string& value) {
    auto record = store.put(key, Expect::anything(), text(value));
    EXPECT_TRUE(record.has_value()) << record.error().message;
    return std::move(record).value();
  }
  static std::vector<std::string> keys(const RangeResult& result) {
    std::vector<std::string> keys;
    for (const RecordPtr& record : result.records) {
      keys.push_back(record->key);
    }
    return keys;
  }
};

TEST_P(StoreContract, FirstWriteHasRevisionOneAndEachWriteOneMore) {
  auto store = open();
  EXPECT_EQ(store->revision(), 0u);
  EXPECT_EQ(put(*store, "/a", "1")->modified, 1u);
  EXPECT_EQ(put(*store, "/b", "1")->modified, 2u);
  const RecordPtr second = put(*store, "/a", "2");
  EXPECT_EQ(second->modified, 3u);
  EXPECT_EQ(second->created, 1u);
  EXPECT_EQ(store->revision(), 3u);
}

TEST_P(StoreContract, EncodeReceivesTheRevisionItsBytesAreStoredAt) {
  auto store = open();
  put(*store, "/a", "1");
  const auto record = store->put("/b", Expect::absent(), [](Revision revision) {
    return "revision " + std::to_string(revision);
  });
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ((*record)->value, "revision 2");
  EXPECT_EQ((*store->get("/b"))->value, "revision 2");
}

TEST_P(StoreContract, BytesAreKeptAsTheyAre) {
  auto store = open();
  const std::string bytes("\0\xff\n\"x", 5);
  put(*store, "/a", bytes);
  put(*store, "/empty", "");
  EXPECT_EQ((*store->get("/a"))->value, bytes);
  EXPECT_EQ((*store->get("/empty"))->value, "");
}

TEST_P(StoreContract, ExpectationsAreChecked) {
  auto store = open();
  EXPECT_EQ(store->put("/a", Expect::at(1), text("1")).error().code, Code::kNotFound);
  EXPECT_EQ(store->remove("/a", Expect::anything(), text("")).error().code, Code::kNotFound);
  put(*store, "/a", "1");
  EXPECT_EQ(store->put("/a", Expect::absent(), text("2")).error().code, Code::kAlreadyExists);
  EXPECT_EQ(store->put("/a", Expect::at(7), text("2")).error().code, Code::kConflict);
  EXPECT_EQ(store->remove("/a", Expect::at(7), text("2")).error().code, Code::kConflict);
  EXPECT_EQ(store->revision(), 1u) << "a refused write takes no revision";
  EXPECT_TRUE(store->put("/a", Expect::at(1), text("2")).has_value());
  EXPECT_TRUE(store->remove("/a", Expect::at(2), text("2")).has_value());
  EXPECT_TRUE(store->put("/a", Expect::absent(), text("3")).has_value());
}

TEST_P(StoreContract, RemovedKeyIsGoneAndItsTombstoneKeepsTheLastState) {
  auto store = open();
  put(*store, "/a", "1");
  const auto removed = store->remove("/a", Expect::anything(), text("last"));
  ASSERT_TRUE(removed.has_value());
  EXPECT_TRUE((*removed)->deleted);
  EXPECT_EQ((*removed)->value, "last");
  EXPECT_EQ((*removed)->modified, 2u);
  EXPECT_EQ(store->get("/a").error().code, Code::kNotFound);
  EXPECT_EQ(put(*store, "/a", "2")->created, 3u) << "a new life of the key";
}

TEST_P(StoreContract, RangeIsOrderedPagedAndBoundedByThePrefix) {
  auto store = open();
  for (const char* key : {"/p/b", "/p/a", "/pq", "/p/c", "/o"}) {
    put(*store, key, "1");
  }
  const auto all = store->range("/p/", "", 0, 0);
  ASSERT_TRUE(all.has_value());
  EXPECT_EQ(keys(*all), (std::vector<std::string>{"/p/a", "/p/b", "/p/c"}));
  EXPECT_EQ(all->revision, 5u);
  EXPECT_FALSE(all->more);
  const auto first = store->range("/p/", "", 0, 2);
  EXPECT_EQ(keys(*first), (std::vector<std::string>{"/p/a", "/p/b"}));
  EXPECT_TRUE(first->more);
  const auto rest = store->range("/p/", std::string("/p/b") + '\0', first->revision, 2);
  EXPECT_EQ(keys(*rest), std::vector<std::string>{"/p/c"});
  EXPECT_FALSE(rest->more);
}

TEST_P(StoreContract, RangeAtAnOldRevisionShowsThatSnapshot) {
  auto store = open();
  put(*store, "/a", "1");
  put(*store, "/b", "1");
  put(*store, "/a", "2");
  ASSERT_TRUE(store->remove("/b", Expect::anything(), text("")).has_value());
  const auto old = store->range("/", "", 2, 0);
  ASSERT_TRUE(old.has_value());
  ASSERT_EQ(keys(*old), (std::vector<std::string>{"/a", "/b"}));
  EXPECT_EQ(old->records[0]->value, "1");
  EXPECT_EQ(keys(*store->range("/", "", 0, 0)), std::vector<std::string>{"/a"});
  EXPECT_EQ(store->range("/", "", 99, 0).error().code, Code::kInvalid);
}

TEST_P(StoreContract, WatchHandsOutLaterChangesBelowItsPrefixInOrder) {
  auto store = open();
  put(*store, "/p/old", "1");
  auto watcher = std::move(store->watch("/p/", store->revision())).value();
  put(*store, "/p/a", "1");
  put(*store, "/q/a", "1");
  put(*store, "/p/a", "2");
  ASSERT_TRUE(store->remove("/p/a", Expect::anything(), text("2")).has_value());
  EXPECT_EQ((*watcher->next(kPatience))->modified, 2u);
  const RecordPtr changed = *watcher->next(kPatience);
  EXPECT_EQ(changed->modified, 4u);
  const RecordPtr before = changed->previous.lock();
  ASSERT_NE(before, nullptr);
  EXPECT_EQ(before->value, "1");
  EXPECT_TRUE((*watcher->next(kPatience))->deleted);
  EXPECT_EQ(*watcher->try_next(), nullptr);
  EXPECT_EQ(watcher->progress(), 5u);
}

TEST_P(StoreContract, OneKeyCanBeWatched) {
  auto store = open();
  put(*store, "/p/a", "1");
  auto watcher = std::move(store->watch("/p/a", 0)).value();
  put(*store, "/p/ab", "1");
  put(*store, "/p/a/b", "1");
  put(*store, "/p/a", "2");
  EXPECT_EQ((*watcher->next(kPatience))->modified, 1u);
  EXPECT_EQ((*watcher->next(kPatience))->modified, 4u);
  EXPECT_EQ(*watcher->try_next(), nullptr);
  auto again = std::move(store->watch("/p/a", 1)).value();
  EXPECT_EQ((*again->next(kPatience))->modified, 4u) << "from history too";
}

TEST_P(StoreContract, WatchResumesFromAnyKeptRevision) {
  auto store = open();
  for (int i = 0; i < 5; ++i) {
    put(*store, "/a", std::to_string(i));
  }
  auto watcher = std::move(store->watch("/", 2)).value();
  EXPECT_EQ(watcher->progress(), 2u);
  put(*store, "/a", "new");
  for (Revision expected = 3; expected <= 6; ++expected) {
    EXPECT_EQ((*watcher->next(kPatience))->modified, expected);
  }
}

TEST_P(StoreContract, ProgressFollowsChangesThatAreNotForTheWatcher) {
  auto store = open();
  auto watcher = std::move(store->watch("/p/", 0)).value();
  put(*store, "/other", "1");
  EXPECT_EQ(*watcher->try_next(), nullptr);
  EXPECT_EQ(watcher->progress(), 1u);
}

TEST_P(StoreContract, SlowWatcherReadsHistoryAndTheWriterGoesOn) {
  auto store = open({.watch_buffer = 3});
  auto watcher = std::move(store->watch("/a", 0)).value();
  for (int i = 0; i < 250; ++i) {
    put(*store, i % 5 == 4 ? "/b" : "/a", std::to_string(i));
  }
  for (int i = 0; i < 250; ++i) {
    if (i % 5 != 4) {
      const auto record = watcher->next(kPatience);
      ASSERT_TRUE(record.has_value()) << record.error().message;
      ASSERT_EQ((*record)->value, std::to_string(i));
    }
  }
  EXPECT_EQ(*watcher->try_next(), nullptr);
  EXPECT_EQ(watcher->progress(), 250u);
}

TEST_P(StoreContract, SlowWatcherExpiresWhenItsPlaceInHistoryIsGone) {
  auto store = open({.watch_buffer = 3, .history = 5});
  auto watcher = std::move(store->watch("/", 0)).value();
  for (int i = 0; i < 6; ++i) {
    put(*store, "/a", std::to_string(i));
  }
  EXPECT_EQ(watcher->next(kPatience).error().code, Code::kExpired);
  EXPECT_EQ(store->watch("/", 0).error().code, Code::kExpired);
}

TEST_P(StoreContract, SlowWatcherOfAStoreThatIsGoneIsCancelled) {
  auto store = open({.watch_buffer = 3});
  auto watcher = std::move(store->watch("/", 0)).value();
  for (int i = 0; i < 6; ++i) {
    put(*store, "/a", std::to_string(i));
  }
  store.reset();
  EXPECT_EQ(watcher->next(kPatience).error().code, Code::kCancelled);
}

TEST_P(StoreContract, CompactionForgetsOldSnapshotsAndKeepsTheCurrentState) {
  auto store = open();
  put(*store, "/a", "1");
  put(*store, "/a", "2");
  put(*store, "/b", "1");
  ASSERT_TRUE(store->compact(2).has_value());
  EXPECT_EQ(store->compacted(), 2u);
  EXPECT_EQ(store->range("/", "", 1, 0).error().code, Code::kExpired);
  EXPECT_EQ(store->watch("/", 1).error().code, Code::kExpired);
  EXPECT_TRUE(store->watch("/", 2).has_value());
  EXPECT_EQ((*store->range("/", "", 2, 0)).records.at(0)->value, "2");
  EXPECT_EQ((*store->get("/a"))->value, "2");
  EXPECT_EQ(store->compact(99).error().code, Code::kInvalid);
}

TEST_P(StoreContract, HistoryIsBounded) {
  auto store = open({.history = 2});
  for (int i = 0; i < 5; ++i) {
    put(*store, "/a", std::to_string(i));
  }
  EXPECT_EQ(store->compacted(), 3u);
  EXPECT_EQ(store->watch("/", 2).error().code, Code::kExpired);
}

TEST_P(StoreContract, ReadyIsCalledWhenSomethingArrives) {
  auto store = open();
  auto watcher = std::move(store->watch("/", 0)).value();
  std::atomic<int> calls = 0;
  watcher->set_ready([&] { ++calls; });
  EXPECT_EQ(calls, 0);
  put(*store, "/a", "1");
  EXPECT_EQ(calls, 1);
  auto late = std::move(store->watch("/", 0)).value();
  std::atomic<int> late_calls = 0;
  late->set_ready([&] { ++late_calls; });
  EXPECT_EQ(late_calls, 1) << "something was there already";
  watcher->set_ready(nullptr);
  late->set_ready(nullptr);
}

TEST_P(StoreContract, StoppedWatcherIsCancelledAtOnce) {
  auto store = open();
  auto watcher = std::move(store->watch("/", 0)).value();
  put(*store, "/a", "1");
  std::jthread stopper([&] { watcher->stop(); });
  while (true) {
    const auto record = watcher->next(kPatience);
    if (!record.has_value()) {
      EXPECT_EQ(record.error().code, Code::kCancelled);
      break;
    }
    ASSERT_NE(*record, nullptr);
  }
}

TEST_P(StoreContract, FinishedWatcherHandsOutWhatHappenedBefore) {
  auto store = open();
  auto watcher = std::move(store->watch("/", 0)).value();
  put(*store, "/a", "1");
  watcher->finish();
  put(*store, "/b", "2");
  EXPECT_EQ((*watcher->next(kPatience))->modified, 1u);
  EXPECT_EQ(watcher->next(kPatience).error().code, Code::kCancelled);
}

TEST_P(StoreContract, ClosingTheStoreCancelsItsWatchers) {
  auto store = open();
  auto watcher = std::move(store->watch("/", 0)).value();
  put(*store, "/a", "1");
  store.reset();
  EXPECT_EQ((*watcher->next(kPatience))->modified, 1u) << "acknowledged before the end";
  EXPECT_EQ(watcher->next(kPatience).error().code, Code::kCancelled);
}

TEST_P(StoreContract, ConcurrentWritersGetDistinctRevisionsAndWatchersSeeThemAll) {
  constexpr int kThreads = 4;
  constexpr int kWrites = 50;
  auto store = open();
  auto watcher = std::move(store->watch("/", 0)).value();
  std::vector<std::jthread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&store, t] {
      for (int i = 0; i < kWrites; ++i) {
        put(*store, "/" + std::to_string(t) + "/" + std::to_string(i % 7), std::to_string(i));
      }
    });
  }
  for (Revision expected = 1; expected <= kThreads * kWrites; ++expected) {
    const auto record = watcher->next(kPatience);
    ASSERT_TRUE(record.has_value()) << record.error().message;
    ASSERT_NE(*record, nullptr);
    ASSERT_EQ((*record)->modified, expected);
  }
}

TEST_P(StoreContract, CompareAndSwapLosesNoUpdate) {
  constexpr int kThreads = 4;
  constexpr int kIncrements = 25;
  auto store = open();
  put(*store, "/counter", "0");
  std::vector<std::jthread> threads;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&store] {
      for (int done = 0; done < kIncrements;) {
        const RecordPtr seen = *store->get("/counter");
        const std::string next = std::to_string(std::stoi(seen->value) + 1);
        done += store->put("/counter", Expect::at(seen->modified), text(next)).has_value() ? 1 : 0;
      }
    });
  }
  threads.clear();
  EXPECT_EQ((*store->get("/counter"))->value, std::to_string(kThreads * kIncrements));
}

}  // namespace sluice::store
