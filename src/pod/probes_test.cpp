// SPDX-License-Identifier: Apache-2.0
#include "pod/probes.h"

#include <gtest/gtest.h>

namespace sluice::pod {
namespace {

using std::chrono::seconds;

class ProbesTest : public ::testing::Test {
 protected:
  static ProbeSpec probe(std::int64_t period, std::int64_t failures = 1) {
    return {.period_seconds = period, .failure_threshold = failures};
  }
  void check(Probes& probes, ProbeKind kind, Outcome outcome) {
    ASSERT_EQ(probes.due(now_), kind);
    probes.began(kind, now_);
    probes.ended(kind, outcome, now_);
  }

  Lifecycle lifecycle_;
  SteadyTime now_{};
};

TEST_F(ProbesTest, WithoutProbesWhatRunsIsReady) {
  Probes probes(lifecycle_);
  EXPECT_FALSE(probes.up() || probes.ready());
  probes.begin(now_);
  EXPECT_TRUE(probes.up() && probes.ready());
  EXPECT_FALSE(probes.next().has_value());
  probes.end();
  EXPECT_FALSE(probes.up() || probes.ready());
}

TEST_F(ProbesTest, ReadinessIsFalseUntilItsFirstSuccessAndComesBack) {
  lifecycle_.readiness = probe(5);
  Probes probes(lifecycle_);
  probes.begin(now_);
  EXPECT_TRUE(probes.up() && !probes.ready());
  EXPECT_EQ(probes.next(), now_ + seconds(1));
  now_ += seconds(1);
  check(probes, ProbeKind::kReadiness, Outcome::kSuccess);
  EXPECT_TRUE(probes.ready());
  now_ += seconds(5);
  check(probes, ProbeKind::kReadiness, Outcome::kFailure);
  EXPECT_FALSE(probes.ready());
  EXPECT_FALSE(probes.killer().has_value());
}

TEST_F(ProbesTest, TheStartupProbeHoldsTheOthersBack) {
  lifecycle_.startup = probe(3, 2);
  lifecycle_.liveness = probe(2);
  lifecycle_.readiness = probe(2);
  Probes probes(lifecycle_);
  probes.begin(now_);
  now_ += seconds(10);
  check(probes, ProbeKind::kStartup, Outcome::kFailure);
  EXPECT_FALSE(probes.up() || probes.due(now_));
  now_ += seconds(3);
  check(probes, ProbeKind::kStartup, Outcome::kSuccess);
  EXPECT_TRUE(probes.up() && !probes.ready());
  check(probes, ProbeKind::kLiveness, Outcome::kSuccess);
  check(probes, ProbeKind::kReadiness, Outcome::kSuccess);
  EXPECT_TRUE(probes.ready());
  EXPECT_EQ(probes.next(), now_ + seconds(2));
}

TEST_F(ProbesTest, AFailedStartupOrLivenessProbeKills) {
  lifecycle_.startup = probe(1);
  lifecycle_.liveness = probe(4);
  Probes probes(lifecycle_);
  probes.begin(now_);
  now_ += seconds(1);
  check(probes, ProbeKind::kStartup, Outcome::kFailure);
  EXPECT_EQ(probes.killer(), ProbeKind::kStartup);
  EXPECT_FALSE(probes.next().has_value());
  probes.begin(now_);
  EXPECT_FALSE(probes.killer().has_value());
  now_ += seconds(5);
  check(probes, ProbeKind::kStartup, Outcome::kSuccess);
  check(probes, ProbeKind::kLiveness, Outcome::kFailure);
  EXPECT_EQ(probes.killer(), ProbeKind::kLiveness);
}

TEST_F(ProbesTest, TheFirstLivenessCheckComesAfterThePeriodOrTheDelay) {
  lifecycle_.liveness = probe(7);
  Probes probes(lifecycle_);
  probes.begin(now_);
  EXPECT_EQ(probes.next(), now_ + seconds(7));
  lifecycle_.liveness->initial_delay_seconds = 3;
  probes.begin(now_);
  EXPECT_EQ(probes.next(), now_ + seconds(3));
}

TEST_F(ProbesTest, WhatIsEndedAnywayIsOnlyAskedWhetherItIsReady) {
  lifecycle_.liveness = probe(1);
  lifecycle_.readiness = probe(20);
  Probes probes(lifecycle_);
  probes.begin(now_);
  probes.stop_killing();
  now_ += seconds(5);
  check(probes, ProbeKind::kReadiness, Outcome::kSuccess);
  EXPECT_TRUE(probes.ready());
  EXPECT_EQ(probes.next(), now_ + seconds(20));
}

TEST_F(ProbesTest, AResultThatComesAfterTheEndIsNoMatter) {
  lifecycle_.liveness = probe(1);
  Probes probes(lifecycle_);
  probes.begin(now_);
  now_ += seconds(1);
  probes.began(ProbeKind::kLiveness, now_);
  probes.end();
  probes.ended(ProbeKind::kLiveness, Outcome::kFailure, now_);
  EXPECT_FALSE(probes.killer().has_value());
}

}  // namespace
}  // namespace sluice::pod
