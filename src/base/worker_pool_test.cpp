// SPDX-License-Identifier: Apache-2.0
#include "base/worker_pool.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>

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

TEST(WorkerPool, AtLeastOneCoreIsUsable) {
  EXPECT_GE(usable_cores(), 1U);
}

}  // namespace
}  // namespace sluice
