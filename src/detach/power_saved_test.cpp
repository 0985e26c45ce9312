// SPDX-License-Identifier: Apache-2.0
//
// Nodes of Slurm's power saving, whose machines come and go while the node stays.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detach/detachments.h"
#include "detach/fake_slurm_nodes.h"
#include "detach/set_clock.h"
#include "detach/test_agent.h"

namespace sluice::detach {
namespace {

using std::chrono::minutes;

class PowerSaved : public testing::Test {
 protected:
  Progress later() {
    clock_.advance(minutes(1));
    slurm_.settle();
    return agent_.step();
  }

  FakeClock clock_;
  FakeSlurmNodes slurm_;
  TestAgent agent_{slurm_, clock_, "c-1"};
};

TEST_F(PowerSaved, ANodeThatSlurmHasSwitchedOffLeavesAtOnceAndStaysInSlurm) {
  slurm_.add_power_saved("c-1", "POWERING_DOWN");
  slurm_.queue_job("1", {"c-1"});  // it waits for the next machine
  agent_.order();
  EXPECT_EQ(agent_.step(), Progress{.phase = Phase::kDetached});
  EXPECT_TRUE(slurm_.has("c-1"));
  EXPECT_TRUE(agent_.held);
  EXPECT_FALSE(agent_.running);
  EXPECT_EQ(slurm_.state_of("1"), "PENDING");
}

TEST_F(PowerSaved, JobsThatAreToStartThereWaitForAnotherMachine) {
  slurm_.add_power_saved("c-1", "POWERING_UP");
  slurm_.start_job("1", "c-1");
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kDetached);
  EXPECT_EQ(slurm_.reason("c-1"), "");
  EXPECT_EQ(slurm_.state_of("1"), "RUNNING");
}

TEST_F(PowerSaved, OneThatRunsIsSwitchedOffWhenItsJobsHaveEnded) {
  slurm_.add_power_saved("c-1");
  slurm_.start_job("1", "c-1");
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  EXPECT_EQ(slurm_.power("c-1"), "");
  slurm_.finish_job("1");
  EXPECT_EQ(later().phase, Phase::kDeleting);
  EXPECT_EQ(slurm_.power("c-1"), "POWERING_DOWN");
  EXPECT_TRUE(agent_.running);  // until it is seen to be so
  agent_.restart();
  EXPECT_EQ(later().phase, Phase::kDetached);
  EXPECT_FALSE(agent_.running);
  EXPECT_TRUE(slurm_.has("c-1"));
}

// Slurm switched it off while nobody looked. As Slurm is set up usually, it is not shown then.
TEST_F(PowerSaved, NoDrainOfOursIsLeftBehind) {
  slurm_.add_power_saved("c-1");
  slurm_.start_job("1", "c-1");
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  slurm_.finish_job("1");
  slurm_.settle();
  slurm_.add_power_saved("c-1", "POWERED_DOWN");
  EXPECT_EQ(later().phase, Phase::kDetached);
  EXPECT_EQ(slurm_.reason("c-1"), "");
}

TEST(PowerStates, TellWhetherSlurmCountsOnAMachine) {
  for (const char* off : {"IDLE+CLOUD+POWERED_DOWN", "IDLE+CLOUD+POWERING_DOWN",
                          "ALLOCATED+CLOUD+NOT_RESPONDING+POWERING_UP"}) {
    EXPECT_TRUE(is_switched_off(off)) << off;
    EXPECT_TRUE((NodeView{.name = "c-1", .state = off}.is_switched_off())) << off;
  }
  for (const char* on : {"IDLE+CLOUD", "IDLE+CLOUD+DRAIN+POWER_DOWN", "IDLE+DYNAMIC_NORM", ""}) {
    EXPECT_FALSE(is_switched_off(on)) << on;
  }
}

}  // namespace
}  // namespace sluice::detach
