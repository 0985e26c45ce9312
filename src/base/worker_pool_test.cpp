// SPDX-License-Identifier: Apache-2.0
#include "base/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>

#include "base/waiting.h"

namespace sluice {
namespace {

TEST(WorkerPool, StopFinishesAcceptedWork) {
  std::atomic<int> done = 0;
  WorkerPool pool("test", 2, 100);
  for (int i = 0; i < 50; ++i) {
    ASSERT_TRUE(pool.submit([&] { ++done; }));
  }
  pool.stop();
  EXPECT_EQ(done, 50);
  EXPECT_FALSE(pool.submit([] {}));
}

TEST(WorkerPool, RefusesWhenItsQueueIsFull) {
  std::latch release(1);
  std::latch started(1);
  WorkerPool pool("test", 1, 1);
  ASSERT_TRUE(pool.submit([&] {
    started.count_down();
    release.wait();
  }));
  started.wait();
  EXPECT_TRUE(pool.submit([] {}));
  EXPECT_FALSE(pool.submit([] {}));
  release.count_down();
}

// Work that waits for other work of the same pool.
TEST(WorkerPool, WhoIsAwayKeepsNoThreadFromOthers) {
  constexpr int kOuter = 40;
  std::atomic<int> inner = 0;
  std::latch all_inside(kOuter);
  WorkerPool pool("test", 2, 100);
  for (int i = 0; i < kOuter; ++i) {
    ASSERT_TRUE(pool.submit([&] {
      std::latch answered(1);
      const WorkerPool::Away away;
      const WorkerPool::Away nested;
      all_inside.arrive_and_wait();  // they are away all at once
      ASSERT_TRUE(pool.submit([&] {
        ++inner;
        answered.count_down();
      }));
      answered.wait();
    }));
  }
  ASSERT_TRUE(wait_until(std::chrono::seconds(20), [&] { return inner == kOuter; }));
  EXPECT_TRUE(wait_until(std::chrono::seconds(20), [&] { return pool.threads() == 2; }))
      << "those that are not needed any more go";
}

TEST(WorkerPool, AThreadIsMadeOnlyForWork) {
  std::latch release(1);
  std::latch both_have_begun(2);  // so that no work is left for a third
  WorkerPool pool("test", 2, 100);
  std::atomic<int> away_now = 0;
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(pool.submit([&] {
      both_have_begun.arrive_and_wait();
      const WorkerPool::Away away;
      ++away_now;
      release.wait();
    }));
  }
  ASSERT_TRUE(wait_until(std::chrono::seconds(20), [&] { return away_now == 2; }));
  EXPECT_EQ(pool.threads(), 2U);
  release.count_down();
}

TEST(WorkerPool, OutsideOfPoolsNobodyIsAway) {
  const WorkerPool::Away away;
  WorkerPool pool("test", 1, 1);
  EXPECT_EQ(pool.threads(), 1U);
}

TEST(WorkerPool, AtLeastOneCoreIsUsable) {
  EXPECT_GE(usable_cores(), 1U);
}

}  // namespace
}  // namespace sluice
