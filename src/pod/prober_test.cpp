// SPDX-License-Identifier: Apache-2.0
#include "pod/prober.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

using std::chrono::seconds;
using Verdict = Prober::Verdict;

class ProberTest : public ::testing::Test {
 protected:
  void check(Prober& prober, Outcome outcome, Duration taking = seconds(0)) {
    prober.began(now_);
    EXPECT_FALSE(prober.due().has_value());
    now_ += taking;
    prober.ended(outcome, now_);
  }

  SteadyTime now_{};
  ProbeSpec spec_{.period_seconds = 10, .success_threshold = 2, .failure_threshold = 3};
};

TEST_F(ProberTest, ChecksComeOncePerPeriod) {
  Prober prober(spec_, now_ + seconds(5));
  EXPECT_EQ(prober.due(), now_ + seconds(5));
  now_ += seconds(5);
  check(prober, Outcome::kSuccess, seconds(3));
  EXPECT_EQ(prober.due(), now_ + seconds(7));
}

TEST_F(ProberTest, ACheckLongerThanThePeriodIsFollowedAtOnce) {
  Prober prober(spec_, now_);
  check(prober, Outcome::kFailure, seconds(30));
  EXPECT_EQ(prober.due(), now_);
}

TEST_F(ProberTest, VerdictsNeedAsManyEqualResultsInARow) {
  Prober prober(spec_, now_);
  check(prober, Outcome::kSuccess);
  EXPECT_EQ(prober.verdict(), Verdict::kOpen);
  check(prober, Outcome::kWarning);
  EXPECT_EQ(prober.verdict(), Verdict::kSuccess);
  check(prober, Outcome::kFailure);
  check(prober, Outcome::kFailure);
  EXPECT_EQ(prober.verdict(), Verdict::kSuccess);
  check(prober, Outcome::kFailure);
  EXPECT_EQ(prober.verdict(), Verdict::kFailure);
  check(prober, Outcome::kSuccess);
  check(prober, Outcome::kFailure);
  check(prober, Outcome::kSuccess);
  EXPECT_EQ(prober.verdict(), Verdict::kFailure);
  check(prober, Outcome::kSuccess);
  EXPECT_EQ(prober.verdict(), Verdict::kSuccess);
}

TEST_F(ProberTest, AnErrorCountsForNothing) {
  spec_.failure_threshold = 1;
  Prober prober(spec_, now_);
  check(prober, Outcome::kError);
  EXPECT_EQ(prober.verdict(), Verdict::kOpen);
  EXPECT_EQ(prober.due(), now_ + seconds(10));
}

}  // namespace
}  // namespace sluice::pod
