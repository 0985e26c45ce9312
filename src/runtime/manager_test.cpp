// SPDX-License-Identifier: Apache-2.0
#include "runtime/manager.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::runtime {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

class Part final : public Runnable {
 public:
  Part(std::string name, std::vector<std::string>& log) : name_(std::move(name)), log_(log) {}
  std::string name() const override { return name_; }
  Result<void> start() override {
    log_.push_back("start " + name_);
    return outcome;
  }
  void request_stop() override { log_.push_back("stop " + name_); }
  bool await_stopped(SteadyTime) override { return stops; }

  Result<void> outcome;
  bool stops = true;

 private:
  std::string name_;
  std::vector<std::string>& log_;
};

class ManagerTest : public testing::Test {
 protected:
  ManagerTest() {
    manager_.add(a_);
    manager_.add(b_);
    manager_.add(c_);
  }
  FakeClock clock_;
  std::vector<std::string> log_;
  Part a_{"a", log_};
  Part b_{"b", log_};
  Part c_{"c", log_};
  Manager manager_{clock_};
};

TEST_F(ManagerTest, StartsInOrderAndStopsInReverse) {
  ASSERT_TRUE(manager_.start());
  ASSERT_TRUE(manager_.stop(seconds(1)));
  EXPECT_THAT(log_, ElementsAre("start a", "start b", "start c", "stop c", "stop b", "stop a"));
}

TEST_F(ManagerTest, FailedStartStopsWhatRan) {
  b_.outcome = fail(Code::kTimeout, "no answer");
  const auto started = manager_.start();
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().message, "starting b: no answer");
  EXPECT_THAT(log_, ElementsAre("start a", "start b", "stop b", "stop a"));
}

TEST_F(ManagerTest, StopNamesWhatDidNotEndInTime) {
  ASSERT_TRUE(manager_.start());
  b_.stops = false;
  const auto stopped = manager_.stop(seconds(1));
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Code::kTimeout);
  EXPECT_THAT(stopped.error().message, testing::EndsWith(": b"));
}

TEST_F(ManagerTest, NothingStartsAfterAStop) {
  ASSERT_TRUE(manager_.stop(seconds(1)));
  const auto started = manager_.start();
  ASSERT_FALSE(started);
  EXPECT_EQ(started.error().code, Code::kCancelled);
  EXPECT_THAT(log_, ElementsAre());
}

}  // namespace
}  // namespace sluice::runtime
