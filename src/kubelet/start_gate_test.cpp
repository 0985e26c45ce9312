// SPDX-License-Identifier: Apache-2.0
#include "kubelet/start_gate.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "slurm/fake_slurm.h"

namespace sluice::kubelet {
namespace {

using Outcome = StartGate::Outcome;
using std::chrono::seconds;

class Gate : public testing::Test {
 protected:
  bool goes_to_the_queue(Startup startup = Startup::kAuto) {
    if (gate_.enter(startup)) {
      return false;
    }
    gate_.queued();
    return true;
  }
  void answer(int allocations = 0) {
    clock_.advance(std::chrono::milliseconds(1));
    gate_.answered(clock_.steady(), false, allocations);
  }

  FakeClock clock_;
  slurm::FakeSlurm slurm_{clock_};
  StartGate gate_{slurm_, clock_};
};

TEST_F(Gate, AFewTryAtATimeAndTheOthersWaitForTheirTurn) {
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
  EXPECT_TRUE(gate_.enter(Startup::kAllocate));
  std::atomic<bool> left = false;
  std::thread third([&] {
    EXPECT_TRUE(gate_.enter(Startup::kAuto));
    EXPECT_TRUE(left);
  });
  gate_.leave(Outcome::kStarted);
  left = true;
  gate_.leave(Outcome::kStarted);
  third.join();
}

TEST_F(Gate, NobodyGoesToTheQueueWhileOthersTry) {
  ASSERT_TRUE(gate_.enter(Startup::kAuto));
  std::atomic<bool> left = false;
  std::thread batch([&] {
    EXPECT_FALSE(gate_.enter(Startup::kBatch));
    EXPECT_TRUE(left);
  });
  left = true;
  gate_.leave(Outcome::kStarted);
  batch.join();
  // On its way to the queue, it keeps others from a try in vain.
  EXPECT_FALSE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, AFewTryASecond) {
  for (int i = 0; i < 8; ++i) {
    ASSERT_TRUE(gate_.enter(Startup::kAuto));
    gate_.leave(Outcome::kStarted);
  }
  EXPECT_TRUE(goes_to_the_queue());
  answer();
  clock_.advance(seconds(1));
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, OnlySoManyRunThatWayTogether) {
  answer(31);
  ASSERT_TRUE(gate_.enter(Startup::kAuto));
  gate_.leave(Outcome::kStarted);
  EXPECT_TRUE(goes_to_the_queue());
  answer(32);
  EXPECT_TRUE(goes_to_the_queue());
  answer(3);
  EXPECT_TRUE(gate_.enter(Startup::kAllocate));
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, ABatchPodNeverTries) {
  EXPECT_TRUE(goes_to_the_queue(Startup::kBatch));
}

TEST_F(Gate, NobodyTriesWhilePodsWaitInTheQueue) {
  ASSERT_TRUE(goes_to_the_queue(Startup::kBatch));
  EXPECT_TRUE(goes_to_the_queue());
  gate_.answered(clock_.steady() - seconds(1), false, 0);  // asked before it was queued
  EXPECT_TRUE(goes_to_the_queue());
  gate_.answered(clock_.steady() + seconds(1), true, 0);
  EXPECT_TRUE(goes_to_the_queue());
  answer();
  EXPECT_TRUE(gate_.enter(Startup::kAllocate));
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, EachRefusalHoldsTheNextBackForLonger) {
  for (const int held_back : {2, 4, 8, 16, 32, 60, 60}) {
    ASSERT_TRUE(gate_.enter(Startup::kAuto)) << held_back;
    gate_.leave(Outcome::kRefused);
    clock_.advance(seconds(held_back) - std::chrono::milliseconds(2));
    EXPECT_TRUE(goes_to_the_queue()) << held_back;
    answer();
    clock_.advance(seconds(2));
  }
  ASSERT_TRUE(gate_.enter(Startup::kAuto));
  gate_.leave(Outcome::kStarted);
  ASSERT_TRUE(gate_.enter(Startup::kAuto));
  gate_.leave(Outcome::kRefused);
  clock_.advance(seconds(3));
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, SilenceHoldsTheNextBackForAMinute) {
  ASSERT_TRUE(gate_.enter(Startup::kAuto));
  gate_.leave(Outcome::kSilence);
  clock_.advance(seconds(50));
  EXPECT_TRUE(goes_to_the_queue());
  answer();
  clock_.advance(seconds(10));
  EXPECT_TRUE(gate_.enter(Startup::kAuto));
}

TEST_F(Gate, NobodyTriesWhereSlurmEndsAllocationsWithoutSrun) {
  slurm_.set_inactive_limit(120);
  EXPECT_TRUE(goes_to_the_queue(Startup::kAllocate));
}

TEST_F(Gate, NobodyTriesBeforeSlurmHasAnswered) {
  slurm_.set_unavailable(true);
  EXPECT_TRUE(goes_to_the_queue(Startup::kAllocate));
  slurm_.set_unavailable(false);
  EXPECT_TRUE(gate_.enter(Startup::kAllocate));
}

}  // namespace
}  // namespace sluice::kubelet
