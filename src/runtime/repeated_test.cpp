// SPDX-License-Identifier: Apache-2.0
#include "runtime/repeated.h"

#include <gtest/gtest.h>

#include <atomic>

namespace sluice::runtime {
namespace {

class RepeatedTest : public testing::Test {
 protected:
  Result<void> work() {
    const bool failing = failing_;
    ++times_;
    times_.notify_all();
    return failing ? fail(Code::kUnavailable, "not now") : Result<void>();
  }
  void await(int wanted) {
    for (int now = times_; now < wanted; now = times_) {
      times_.wait(now);
    }
  }

  RealClock clock_;
  std::atomic<int> times_ = 0;
  std::atomic<bool> failing_ = false;
};

TEST_F(RepeatedTest, GoesOnAtItsInterval) {
  Repeated repeated(
      {.name = "often", .interval = std::chrono::milliseconds(1)}, [this] { return work(); },
      clock_);
  ASSERT_TRUE(repeated.start());
  await(3);
  repeated.request_stop();
  EXPECT_TRUE(repeated.await_stopped(SteadyTime::max()));
}

TEST_F(RepeatedTest, GoesOnSoonerWhenWokenOrAfterAFailure) {
  Repeated repeated(
      {.name = "seldom",
       .interval = std::chrono::hours(1),
       .after_error = std::chrono::milliseconds(1)},
      [this] { return work(); }, clock_);
  ASSERT_TRUE(repeated.start());
  repeated.wake();
  await(1);
  failing_ = true;
  repeated.wake();
  await(4);
}

TEST_F(RepeatedTest, GoesOnSoonerWhenTheWorkSaysSo) {
  Repeated repeated(
      {.name = "hurried", .interval = std::chrono::hours(1)},
      [&] {
        repeated.again_after(std::chrono::milliseconds(1));
        return work();
      },
      clock_);
  ASSERT_TRUE(repeated.start());
  repeated.wake();
  await(3);
}

}  // namespace
}  // namespace sluice::runtime
