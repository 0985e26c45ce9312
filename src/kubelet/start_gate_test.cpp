// SPDX-License-Identifier: Apache-2.0
#include "kubelet/start_gate.h"

#include <gtest/gtest.h>

#include "slurm/fake_slurm.h"

namespace sluice::kubelet {
namespace {

using Outcome = StartGate::Outcome;
using std::chrono::seconds;

class Gate : public testing::Test {
 protected:
  FakeClock clock_;
  slurm::FakeSlurm slurm_{clock_};
  StartGate gate_{slurm_, clock_};
};

TEST_F(Gate, AFewTryAtATime) {
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
  EXPECT_FALSE(gate_.enter(Startup::kAuto));
  EXPECT_TRUE(gate_.enter(Startup::kAllocate));
  gate_.leave(Outcome::kStarted);
  gate_.leave(Outcome::kStarted);
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, AFewTryASecond) {
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(gate_.enter(Startup::kAuto));
    gate_.leave(Outcome::kStarted);
  }
  EXPECT_FALSE(gate_.enter(Startup::kAuto));
  clock_.advance(seconds(1));
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, OnlySoManyRunThatWayTogether) {
  gate_.answered(clock_.steady(), false, 31);
  ASSERT_TRUE(gate_.enter(Startup::kAuto));
  gate_.leave(Outcome::kStarted);
  EXPECT_FALSE(gate_.enter(Startup::kAuto));
  EXPECT_TRUE(gate_.enter(Startup::kAllocate));
  gate_.answered(clock_.steady(), false, 3);
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, ABatchPodNeverTries) {
  EXPECT_FALSE(gate_.enter(Startup::kBatch));
}

TEST_F(Gate, NobodyTriesWhilePodsWaitInTheQueue) {
  gate_.queued();
  EXPECT_FALSE(gate_.enter(Startup::kAuto));
  gate_.answered(clock_.steady() - seconds(1), false, 0);  // asked before it was queued
  EXPECT_FALSE(gate_.enter(Startup::kAuto));
  gate_.answered(clock_.steady() + seconds(1), true, 0);
  EXPECT_FALSE(gate_.enter(Startup::kAuto));
  EXPECT_TRUE(gate_.enter(Startup::kAllocate));
  gate_.answered(clock_.steady() + seconds(2), false, 0);
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, ARefusalHoldsTheNextBackForAMomentAndSilenceForLonger) {
  ASSERT_TRUE(gate_.enter(Startup::kAuto));
  gate_.leave(Outcome::kRefused);
  EXPECT_FALSE(gate_.enter(Startup::kAuto));
  clock_.advance(seconds(3));
  ASSERT_TRUE(gate_.enter(Startup::kAuto));
  gate_.leave(Outcome::kSilence);
  clock_.advance(seconds(3));
  EXPECT_FALSE(gate_.enter(Startup::kAuto));
  clock_.advance(seconds(60));
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, NobodyTriesWhereSlurmEndsAllocationsWithoutSrun) {
  slurm_.set_inactive_limit(120);
  EXPECT_FALSE(gate_.enter(Startup::kAllocate));
}

TEST_F(Gate, NobodyTriesBeforeSlurmHasAnswered) {
  slurm_.set_unavailable(true);
  EXPECT_FALSE(gate_.enter(Startup::kAllocate));
  slurm_.set_unavailable(false);
  EXPECT_TRUE(gate_.enter(Startup::kAllocate));
}

}  // namespace
}  // namespace sluice::kubelet
