// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <gtest/gtest.h>

#include <thread>

namespace sluice {
namespace {

using std::chrono::seconds;

TEST(FakeClock, StandsStillUntilAdvanced) {
  FakeClock clock;
  const WallTime before = clock.now();
  EXPECT_EQ(clock.now(), before);
  clock.advance(seconds(90));
  EXPECT_EQ(clock.now() - before, seconds(90));
}

TEST(FakeClock, WakesAWaiterWhoseDeadlinePassed) {
  FakeClock clock;
  std::mutex mutex;
  std::condition_variable changed;
  bool woke = false;
  std::jthread waiter([&] {
    std::unique_lock lock(mutex);
    const SteadyTime deadline = clock.steady() + seconds(10);
    while (clock.steady() < deadline) {
      clock.wait_until(lock, changed, deadline);
    }
    woke = true;
  });
  clock.await_waiters(1);
  clock.advance(seconds(10));
  waiter.join();
  EXPECT_TRUE(woke);
}

TEST(FakeClock, AWaiterThatWasWokenCountsAgainOnlyWhenItWaitsAgain) {
  FakeClock clock;
  std::mutex mutex;
  std::condition_variable changed;
  int rounds = 0;
  std::jthread waiter([&] {
    std::unique_lock lock(mutex);
    for (; rounds < 100; ++rounds) {
      const SteadyTime deadline = clock.steady() + seconds(1);
      while (clock.steady() < deadline) {
        clock.wait_until(lock, changed, deadline);
      }
    }
  });
  for (int i = 0; i < 100; ++i) {
    clock.await_waiters(1);
    clock.advance(seconds(1));
  }
  waiter.join();
  EXPECT_EQ(rounds, 100);
}

TEST(FakeClock, DoesNotWaitForADeadlineInThePast) {
  FakeClock clock;
  std::mutex mutex;
  std::condition_variable changed;
  std::unique_lock lock(mutex);
  clock.wait_until(lock, changed, clock.steady());
}

}  // namespace
}  // namespace sluice
