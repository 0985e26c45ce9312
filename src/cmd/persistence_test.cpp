// SPDX-License-Identifier: Apache-2.0
#include "cmd/persistence.h"

#include <gtest/gtest.h>

namespace sluice::cmd {
namespace {

using std::chrono::seconds;

// Whoever waits finds the time over.
class HastyClock final : public Clock {
 public:
  WallTime now() const override { return {}; }
  SteadyTime steady() const override { return now_; }
  void wait_until(std::unique_lock<std::mutex>& /*lock*/, std::condition_variable& /*changed*/,
                  SteadyTime deadline) override {
    now_ = deadline;
  }

 private:
  SteadyTime now_{};
};

class Persistent : public testing::Test {
 protected:
  Result<void> attempt(Result<void> answer) {
    return persistence_.attempt([&] {
      ++tried_;
      return answer;
    });
  }

  HastyClock clock_;
  Persistence persistence_{clock_, seconds(60)};
  int tried_ = 0;
};

TEST_F(Persistent, AllDeedsTogetherWaitForAServerNoLongerThanTheirPatience) {
  const Result<void> away = fail(Code::kUnavailable, "connection refused");
  for (int node = 0; node < 64; ++node) {
    EXPECT_EQ(attempt(away).error().message, "connection refused");
  }
  EXPECT_EQ(clock_.steady(), SteadyTime() + seconds(60));
  EXPECT_EQ(tried_, 61);
}

TEST_F(Persistent, WhatTheServerRefusesIsNotTriedAgain) {
  EXPECT_EQ(attempt(fail(Code::kForbidden, "not you")).error().code, Code::kForbidden);
  EXPECT_EQ(tried_, 1);
  EXPECT_TRUE(attempt({}).has_value());
}

TEST_F(Persistent, AServerThatAnswersLateDoesAllTheRest) {
  int answers = 0;
  EXPECT_TRUE(persistence_
                  .attempt([&]() -> Result<void> {
                    return ++answers == 61 ? Result<void>() : fail(Code::kTimeout, "");
                  })
                  .has_value());
  for (int node = 0; node < 64; ++node) {
    EXPECT_TRUE(attempt({}).has_value());
  }
  EXPECT_EQ(tried_, 64);
}

}  // namespace
}  // namespace sluice::cmd
