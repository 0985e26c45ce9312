// SPDX-License-Identifier: Apache-2.0
#include "runtime/event_limits.h"

#include <gtest/gtest.h>

namespace sluice::runtime {
namespace {

class EventLimitsTest : public testing::Test {
 protected:
  std::string say(const std::string& subject, const std::string& message) {
    const auto said = limits_.admit(subject, subject + " Created", message, clock_.steady());
    return said ? said->message : "-";
  }

  FakeClock clock_;
  EventLimits limits_;
};

TEST_F(EventLimitsTest, DifferentMessagesOfOneTopicAreCombined) {
  for (int i = 1; i < 10; ++i) {
    EXPECT_EQ(say("job", std::to_string(i)), std::to_string(i));
  }
  EXPECT_EQ(say("job", "10"), "(combined from similar events): 10");
  EXPECT_EQ(say("job", "11"), "(combined from similar events): 11");
  EXPECT_EQ(say("other", "1"), "1");
  clock_.advance(std::chrono::minutes(11));
  EXPECT_EQ(say("job", "12"), "12");
}

TEST_F(EventLimitsTest, TheSameMessageIsNoneOfMany) {
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(say("job", "again"), "again");
  }
}

TEST_F(EventLimitsTest, AnObjectHasSoManyEventsAndRegainsOneAfterAWhile) {
  for (int i = 0; i < 25; ++i) {
    EXPECT_NE(say("job", "m"), "-");
  }
  EXPECT_EQ(say("job", "m"), "-");
  EXPECT_EQ(say("other", "m"), "m");
  clock_.advance(std::chrono::minutes(5));
  EXPECT_EQ(say("job", "m"), "m");
  EXPECT_EQ(say("job", "m"), "-");
}

}  // namespace
}  // namespace sluice::runtime
