// SPDX-License-Identifier: Apache-2.0
#include "store/store.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "store/faulty_backend.h"

namespace sluice::store {
namespace {

Encode text(std::string value) {
  return [value = std::move(value)](Revision) { return value; };
}

struct Bench {
  std::shared_ptr<Faults> faults = std::make_shared<Faults>();
  std::unique_ptr<Store> store =
      std::move(open_store(std::make_unique<FaultyBackend>(faults))).value();
};

void await(const std::atomic<int>& value, int at_least) {
  while (value < at_least) {
    std::this_thread::yield();
  }
}

TEST(Store, RefusedAppendFailsTheWriteAndPublishesNothing) {
  Bench bench;
  auto watcher = std::move(bench.store->watch("/", 0)).value();
  bench.faults->full = true;
  const auto refused = bench.store->put("/a", Expect::anything(), text("1"));
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, Code::kUnavailable);
  EXPECT_EQ(refused.error().message, "disk full");
  EXPECT_EQ(bench.store->revision(), 0u);
  EXPECT_FALSE(bench.store->get("/a").has_value());
  EXPECT_EQ(*watcher->try_next(), nullptr);
  ASSERT_FALSE(bench.store->health().has_value());
  EXPECT_EQ(bench.store->health().error().message, "disk full");

  bench.faults->full = false;
  EXPECT_FALSE(bench.store->put("/a", Expect::at(7), text("2")).has_value());
  EXPECT_FALSE(bench.store->health().has_value()) << "that needed no disk";
  const auto accepted = bench.store->put("/a", Expect::absent(), text("2"));
  ASSERT_TRUE(accepted.has_value());
  EXPECT_TRUE(bench.store->health().has_value());
  EXPECT_EQ((*accepted)->modified, 1u) << "the refused write's revision was never seen by anyone";
  EXPECT_EQ((*watcher->try_next())->value, "2");
}

TEST(Store, NothingIsVisibleBeforeTheDiskHasIt) {
  Bench bench;
  std::unique_lock disk(bench.faults->disk);
  std::jthread writer([&] { (void)bench.store->put("/a", Expect::anything(), text("1")); });
  await(bench.faults->waiting, 1);
  EXPECT_FALSE(bench.store->get("/a").has_value());
  EXPECT_EQ(bench.store->revision(), 0u);
  disk.unlock();
  writer.join();
  EXPECT_TRUE(bench.store->get("/a").has_value());
}

// Writes while the disk is busy, and returns how many appends that took.
int appends_for(Bench& bench, int writers) {
  const int before = bench.faults->appends;
  const int waiting = bench.faults->waiting;
  std::unique_lock disk(bench.faults->disk);
  std::vector<std::jthread> threads;
  for (int i = 0; i < writers; ++i) {
    threads.emplace_back([&bench, i] {
      (void)bench.store->put("/" + std::to_string(i), Expect::anything(), text("1"));
    });
  }
  await(bench.faults->waiting, waiting + 1);
  disk.unlock();
  threads.clear();
  return bench.faults->appends - before;
}

TEST(Store, WritesThatWaitForTheDiskShareAnAppend) {
  constexpr int kWriters = 8;
  Bench bench;
  int rounds = 1;
  while (appends_for(bench, kWriters) == kWriters) {  // until the threads did meet
    ++rounds;
  }
  EXPECT_EQ(bench.store->revision(), static_cast<Revision>(rounds) * kWriters);
}

TEST(Store, SubscriptionsDoNotPileUpWhenWatchersLeave) {
  Bench bench;
  for (int i = 0; i < 2000; ++i) {
    auto watcher = bench.store->watch("/quiet/" + std::to_string(i), 0);
    ASSERT_TRUE(watcher.has_value());
  }
  ASSERT_TRUE(bench.store->put("/quiet/1999", Expect::anything(), text("1")).has_value());
}

}  // namespace
}  // namespace sluice::store
