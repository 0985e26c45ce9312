// SPDX-License-Identifier: Apache-2.0
#include "agent/absence.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::agent {
namespace {

using std::chrono::seconds;
using testing::HasSubstr;

class Absent : public testing::Test {
 protected:
  bool after(int time, bool gone = true) {
    now_ += seconds(time);
    return absence_.look(gone, now_);
  }

  SteadyTime now_{};
  Result<bool> answer_ = true;
  int asked_ = 0;
  Absence absence_{[this] {
    ++asked_;
    return answer_;
  }};
};

TEST_F(Absent, IsBelievedAfterTheGraceAndAnAnswer) {
  EXPECT_FALSE(after(0));
  EXPECT_THAT(absence_.message(), HasSubstr("unless it comes back"));
  EXPECT_FALSE(after(29));
  EXPECT_EQ(asked_, 0);
  EXPECT_TRUE(after(1));
  EXPECT_EQ(asked_, 1);
}

TEST_F(Absent, ComesBackAsIfNothingHadHappened) {
  EXPECT_FALSE(after(0));
  EXPECT_FALSE(after(29, false));
  EXPECT_EQ(absence_.message(), "");
  EXPECT_FALSE(after(5));
  EXPECT_FALSE(after(29));  // a grace of its own
  EXPECT_EQ(asked_, 0);
}

TEST_F(Absent, IsNotBelievedWithoutAnAnswerOrAgainstIt) {
  answer_ = fail(Code::kForbidden, "may not be read");
  EXPECT_FALSE(after(0));
  EXPECT_FALSE(after(1000));
  EXPECT_THAT(absence_.message(), HasSubstr("may not be read"));
  EXPECT_FALSE(after(1));
  EXPECT_EQ(asked_, 1);  // not all the time
  answer_ = fail(Code::kTimeout, "no answer");
  EXPECT_FALSE(after(1000));
  answer_ = false;
  EXPECT_FALSE(after(1000));
  EXPECT_FALSE(after(1));
  EXPECT_EQ(asked_, 3);
  answer_ = true;
  EXPECT_TRUE(after(1000));
}

}  // namespace
}  // namespace sluice::agent
