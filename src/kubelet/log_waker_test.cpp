// SPDX-License-Identifier: Apache-2.0
#include "kubelet/log_waker.h"

#include <gtest/gtest.h>

#include <fstream>
#include <semaphore>

#include "base/files.h"

namespace sluice::kubelet {
namespace {

TEST(LogWaker, AWriteWakesTheFollower) {
  const TemporaryDirectory scratch;
  const auto path = scratch.path() / "main.log";
  std::ofstream(path) << "begin\n";
  RealClock clock;
  LogWaker waker(clock);
  ASSERT_TRUE(waker.start().has_value());
  std::counting_semaphore<> woken(0);
  const auto ticket = waker.follow(path, [&] { woken.release(); });
  std::ofstream(path, std::ios::app) << "more\n";
  woken.acquire();
  waker.leave(ticket);
  waker.request_stop();
  EXPECT_TRUE(waker.await_stopped(clock.steady() + std::chrono::seconds(10)));
}

TEST(LogWaker, WakeAllReachesEverybodyWhoHasNotLeft) {
  FakeClock clock;
  LogWaker waker(clock);
  int first = 0;
  int second = 0;
  const auto ticket = waker.follow("/no/such/file", [&] { ++first; });
  waker.follow("/no/such/file", [&] { ++second; });
  waker.wake_all();
  waker.leave(ticket);
  waker.leave(ticket);
  waker.wake_all();
  EXPECT_EQ(first, 1);
  EXPECT_EQ(second, 2);
}

}  // namespace
}  // namespace sluice::kubelet
