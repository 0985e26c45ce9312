// SPDX-License-Identifier: Apache-2.0
#include "images/in_flight.h"

#include <gtest/gtest.h>

#include <atomic>
#include <latch>
#include <thread>
#include <vector>

namespace sluice::images {
namespace {

TEST(InFlight, ManyWhoAskAtOnceCauseOneWork) {
  InFlight<int> flights;
  std::atomic<int> works = 0;
  std::latch started(1);
  std::latch release(1);
  std::vector<std::jthread> threads;
  std::atomic<int> good = 0;
  const auto work = [&]() -> Result<int> {
    ++works;
    started.count_down();
    release.wait();
    return 7;
  };
  threads.emplace_back([&] { good += flights.once("a", {}, work).value() == 7; });
  started.wait();
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back(
        [&] { good += flights.once("a", {}, [&]() -> Result<int> { return 7; }).value() == 7; });
  }
  EXPECT_EQ(flights.once("b", {}, []() -> Result<int> { return 8; }).value(), 8);
  release.count_down();
  threads.clear();
  EXPECT_EQ(good, 5);
  EXPECT_EQ(works, 1);
}

TEST(InFlight, AWaiterMayStopWaiting) {
  InFlight<int> flights;
  std::latch started(1);
  std::latch release(1);
  std::jthread leader([&] {
    EXPECT_TRUE(flights.once("a", {}, [&]() -> Result<int> {
      started.count_down();
      release.wait();
      return 1;
    }));
  });
  started.wait();
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(flights.once("a", stop.get_token(), []() -> Result<int> { return 2; }).error().code,
            Code::kCancelled);
  release.count_down();
}

TEST(InFlight, ACancelledLeaderHandsOver) {
  InFlight<int> flights;
  std::latch started(1);
  std::latch release(1);
  std::jthread leader([&] {
    EXPECT_FALSE(flights.once("a", {}, [&]() -> Result<int> {
      started.count_down();
      release.wait();
      return fail(Code::kCancelled, "");
    }));
  });
  started.wait();
  std::jthread waiter(
      [&] { EXPECT_EQ(flights.once("a", {}, []() -> Result<int> { return 2; }).value(), 2); });
  release.count_down();
}

}  // namespace
}  // namespace sluice::images
