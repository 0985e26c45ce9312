// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_group.h"

#include <gtest/gtest.h>

#include <latch>

namespace sluice::runtime {
namespace {

using std::chrono::seconds;

TEST(ThreadGroup, AwaitReturnsWhenEveryThreadHasEnded) {
  FakeClock clock;
  ThreadGroup group(clock);
  std::latch release(1);
  group.run("one", [&] { release.wait(); });
  group.run("two", [&] { release.wait(); });
  release.count_down();
  EXPECT_TRUE(group.await(SteadyTime::max()));
}

TEST(ThreadGroup, AwaitGivesUpAtItsDeadline) {
  FakeClock clock;
  std::latch release(1);
  ThreadGroup group(clock);
  group.run("stuck", [&] { release.wait(); });
  bool ended = true;
  {
    std::jthread waiter([&] { ended = group.await(SteadyTime(seconds(5))); });
    clock.await_waiters(1);
    clock.advance(seconds(5));
  }
  EXPECT_FALSE(ended);
  release.count_down();
}

}  // namespace
}  // namespace sluice::runtime
