// SPDX-License-Identifier: Apache-2.0
// Detachments on a real Slurm, some of whose processes end meanwhile. All others: detachments_test.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detach/command_slurm_nodes.h"
#include "detach/dynamic_lab.h"
#include "detach/test_agent.h"

namespace sluice::detach {
namespace {

class OnTheLab : public testing::Test {
 protected:
  void SetUp() override {
    lab_ = DynamicLab::instance();
    if (lab_ == nullptr) {
      GTEST_SKIP() << "no Slurm";
    }
    lab_->clean();
    slurm_ = make_command_slurm_nodes(lab_->runner(), {.slurm_conf = lab_->slurm_conf()});
    agent_ = std::make_unique<TestAgent>(*slurm_, clock_, "n1");
  }
  // Until it is there, with an agent that dies after each look at it.
  void await(Phase phase) {
    EXPECT_TRUE(wait_until(std::chrono::seconds(90), [&] {
      agent_->restart();
      return agent_->step().phase == phase;
    })) << agent_->progress().message;
  }
  std::string start(const std::string& script) {
    const std::string job = lab_->submit({"-w", "n1", "-n1", "-t60", "--requeue"}, script);
    EXPECT_TRUE(lab_->await_state(job, "RUNNING")) << lab_->state_of(job);
    return job;
  }

  RealClock clock_;
  DynamicLab* lab_ = nullptr;
  std::unique_ptr<SlurmNodes> slurm_;
  std::unique_ptr<TestAgent> agent_;
};

TEST_F(OnTheLab, AJobFinishesWhileAgentAndSlurmctldComeAndGoAndTheNodeLeaves) {
  const TemporaryDirectory scratch("detach");
  const std::string go = (scratch.path() / "go").string();
  const std::string job =
      start("until test -e " + go + "; do sleep 0.1; done; echo done >" + go + ".done");
  agent_->order();
  await(Phase::kWaiting);
  EXPECT_EQ(agent_->progress().jobs_left, 1);
  EXPECT_TRUE(agent_->progress().last_end.has_value());
  lab_->control("stop", "slurmctld");  // killed it would forget its last seconds
  agent_->restart();
  EXPECT_THAT(agent_->step().message, testing::HasSubstr("slurmctld does not answer"));
  ASSERT_TRUE(write_file_atomic(go, "").has_value());
  lab_->control("start", "slurmctld");
  await(Phase::kDetached);
  EXPECT_EQ(read_file(go + ".done").value_or(""), "done\n");
  EXPECT_EQ(lab_->state_of(job), "COMPLETED");
  EXPECT_EQ(slurm_->look("n1").error().code, Code::kNotFound);
}

TEST_F(OnTheLab, ANodeLeavesThatHadAJobWhileSlurmWasReconfigured) {
  const TemporaryDirectory scratch("detach");
  const std::string go = (scratch.path() / "go").string();
  const std::string job = start("until test -e " + go + "; do sleep 0.1; done");
  lab_->run({"scontrol", "reconfigure"});
  agent_->order();
  await(Phase::kWaiting);
  ASSERT_TRUE(write_file_atomic(go, "").has_value());
  EXPECT_TRUE(wait_until(std::chrono::seconds(90), [&] {
    return agent_->step().phase == Phase::kDetached;
  })) << agent_->progress().message;
  EXPECT_EQ(lab_->state_of(job), "COMPLETED");
}

TEST_F(OnTheLab, AForcedOrderQueuesTheJobAgainAndAReservationStopsNobodyWhoIsTold) {
  lab_->run({"scontrol", "create", "reservation", "ReservationName=course", "Nodes=n1",
             "StartTime=now+1day", "Duration=10", "Users=" + lab_->user()});
  const std::string job = start("sleep 3000");
  agent_->order({.mode = Mode::kForced});
  await(Phase::kRefused);
  EXPECT_EQ(lab_->state_of(job), "RUNNING");
  agent_->order({.mode = Mode::kForced, .despite_others = true});
  await(Phase::kDetached);
  EXPECT_EQ(lab_->state_of(job), "PENDING");
  EXPECT_THAT(lab_->run({"scontrol", "show", "job", job}),
              testing::HasSubstr("ReqNodeList=(null)"));
  lab_->run({"scontrol", "delete", "ReservationName=course"});
}

}  // namespace
}  // namespace sluice::detach
