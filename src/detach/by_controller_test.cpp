// SPDX-License-Identifier: Apache-2.0
#include "detach/detachments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <thread>

#include "detach/fake_slurm_nodes.h"
#include "detach/test_agent.h"

namespace sluice::detach {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::HasSubstr;

class ByTheController : public testing::Test {
 protected:
  FakeClock clock_;
  FakeSlurmNodes slurm_;
  TestAgent agent_{slurm_, clock_, "head", true};

  Phase later(const std::string& node) {
    clock_.advance(minutes(1));
    slurm_.settle();
    EXPECT_TRUE(agent_->step().has_value());
    return agent_->progress(node)->phase;
  }
};

TEST_F(ByTheController, ADeadNodeLosesItsJobsToTheQueueAndLeaves) {
  slurm_.add("w-1");
  slurm_.start_job("1", "w-1");
  slurm_.silence("w-1");
  ASSERT_TRUE(agent_->order("w-1", {.mode = Mode::kForced}).has_value());
  ASSERT_TRUE(agent_->step().has_value());
  EXPECT_EQ(later("w-1"), Phase::kWaiting);
  EXPECT_EQ(later("w-1"), Phase::kDetached);
  EXPECT_EQ(slurm_.state_of("1"), "PENDING");
  EXPECT_TRUE(agent_.running);  // its own services
  slurm_.add("w-1");            // another machine of that name
  ASSERT_TRUE(agent_->order("w-1", {}).has_value());
  EXPECT_EQ(later("w-1"), Phase::kDetached);
  EXPECT_FALSE(slurm_.has("w-1"));
  clock_.advance(std::chrono::hours(25));
  ASSERT_TRUE(agent_->step().has_value());
  EXPECT_EQ(agent_->progress("w-1").error().code, Code::kNotFound);
}

// As that for a dead node whose Machine was let go by hand: its host may come back under the name.
TEST_F(ByTheController, AnOrderThatNobodyRepeatsIsForgotten) {
  slurm_.add("w-1");
  ASSERT_TRUE(slurm_.drain("w-1", "disk").has_value());
  ASSERT_TRUE(agent_->order("w-1", {}).has_value());
  for (int minute = 0; minute < 30; ++minute) {
    ASSERT_TRUE(agent_->order("w-1", {}).has_value());
    ASSERT_EQ(later("w-1"), Phase::kRefused);
  }
  clock_.advance(minutes(6));
  ASSERT_TRUE(agent_->step().has_value());
  agent_.restart();  // after which they have ten minutes again
  clock_.advance(minutes(11));
  ASSERT_TRUE(agent_->step().has_value());
  EXPECT_EQ(agent_->progress("w-1").error().code, Code::kNotFound);
  agent_.restart();
  EXPECT_EQ(agent_->progress("w-1").error().code, Code::kNotFound) << "it is still in the file";
  ASSERT_TRUE(slurm_.undrain("w-1").has_value());
  clock_.advance(minutes(1));
  ASSERT_TRUE(agent_->step().has_value());
  EXPECT_TRUE(slurm_.has("w-1"));
  EXPECT_FALSE(slurm_.look("w-1")->is("DRAIN"));
}

TEST_F(ByTheController, ItsOwnNodeLeavesWhoeverAsks) {
  agent_.controller_host = "head";
  agent_.restart();
  slurm_.controller_hosts = {{"head", true}, {"head-2", false}};
  agent_.order();
  agent_.step();
  clock_.advance(std::chrono::hours(25));
  slurm_.controller_hosts[1].up = true;
  ASSERT_TRUE(agent_->step().has_value());
  EXPECT_THAT(agent_.progress().message, HasSubstr("head-2 takes over"));
}

TEST_F(ByTheController, ItsOwnSlurmctldIsHandedOverFirst) {
  agent_.controller_host = "head";
  agent_.restart();
  slurm_.controller_hosts = {{"head", true}, {"head-2", false}};
  agent_.order();
  EXPECT_THAT(agent_.step().message, HasSubstr("the only slurmctld"));
  EXPECT_THAT(agent_.progress().message, HasSubstr("sluice.dev/detach-mode: forced"));
  EXPECT_EQ(agent_.progress().phase, Phase::kRefused);
  EXPECT_TRUE(agent_.running);
  slurm_.controller_hosts[1].up = true;
  EXPECT_EQ(later("head"), Phase::kDraining);
  EXPECT_THAT(agent_.progress().message, HasSubstr("head-2 takes over"));
  EXPECT_TRUE(agent_.held);
  EXPECT_EQ(later("head"), Phase::kDetached);
  EXPECT_TRUE(slurm_.controller_hosts[1].up);
  EXPECT_FALSE(agent_.running);
}

TEST_F(ByTheController, AForcedOrderEndsTheOnlySlurmctldAlsoWhenItIsDown) {
  agent_.controller_host = "head";
  agent_.restart();
  slurm_.controller_hosts = {{"head", false}};
  agent_.order();
  EXPECT_THAT(agent_.step().message, HasSubstr("no slurmctld is up"));
  agent_.order({.mode = Mode::kForced});
  EXPECT_EQ(agent_.step().phase, Phase::kDetached);
}

// As an operator does that has no disk and no thread for it.
TEST(DetachingNow, EachOrderIsAStepAndNothingIsKept) {
  FakeClock clock;
  FakeSlurmNodes slurm;
  slurm.add("w-1");
  slurm.start_job("1", "w-1");
  Detachments all({.own_node = "",
                   .answers_for_all = true,
                   .machine = {},
                   .file = {},
                   .slurm = slurm,
                   .clock = clock});
  ASSERT_TRUE(all.resume().has_value());
  EXPECT_EQ(all.order_now("w-1", {})->phase, Phase::kWaiting);
  int looks = 0;
  slurm.on_call = [&](const std::string&, bool after) { looks += after ? 1 : 0; };
  EXPECT_EQ(all.order_now("w-1", {})->message, "waits for 1 job to end");
  EXPECT_EQ(looks, 0) << "a moment after the first";
  slurm.finish_job("1");
  slurm.settle();
  clock.advance(seconds(2));
  EXPECT_EQ(all.order_now("w-1", {})->phase, Phase::kDetached);
  EXPECT_FALSE(slurm.has("w-1"));
  EXPECT_EQ(all.order_now("ALL", {}).error().code, Code::kNotFound);
}

TEST(DetachingNow, WhoComesWhileAnotherNodeLeavesIsToldToComeAgain) {
  FakeClock clock;
  FakeSlurmNodes slurm;
  slurm.add("w-1");
  slurm.add("w-2");
  Detachments all({.own_node = "",
                   .answers_for_all = true,
                   .machine = {},
                   .file = {},
                   .slurm = slurm,
                   .clock = clock});
  std::optional<Result<Progress>> second;
  slurm.on_call = [&](const std::string& call, bool after) {
    if (call == "drain" && after && !second) {
      std::jthread([&] { second = all.order_now("w-2", {}); }).join();
    }
  };
  EXPECT_EQ(all.order_now("w-1", {})->phase, Phase::kDetached);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->error().code, Code::kTooManyRequests);
  EXPECT_EQ(all.order_now("w-2", {})->phase, Phase::kDetached);
}

// Its state goes with it, so that no clock decides it.
TEST_F(ByTheController, ADeadlineEndsJobsAndNotTheOnlySlurmctld) {
  agent_.controller_host = "head";
  agent_.restart();
  agent_.order({.deadline = std::chrono::hours(24)});
  EXPECT_EQ(agent_.step().phase, Phase::kRefused);
  clock_.advance(std::chrono::hours(25));
  EXPECT_EQ(agent_.step().phase, Phase::kRefused);
  EXPECT_THAT(agent_.progress().message, HasSubstr("the only slurmctld"));
  EXPECT_TRUE(agent_.running);
  int looks = 0;
  slurm_.on_call = [&](const std::string&, bool after) { looks += after ? 1 : 0; };
  for (int second = 0; second < 29; ++second) {
    clock_.advance(seconds(1));
    agent_.step();
  }
  EXPECT_EQ(looks, 0) << "asked for what only somebody else can change";
  slurm_.controller_hosts[0].up = false;
  clock_.advance(minutes(1));
  EXPECT_THAT(agent_.step().message, HasSubstr("no slurmctld is up"));
  EXPECT_TRUE(agent_.running);
  agent_.order({.mode = Mode::kForced});
  EXPECT_EQ(agent_.step().phase, Phase::kDetached);
}

class ATakeover : public ByTheController {
 protected:
  ATakeover() {
    agent_.controller_host = "head";
    agent_.restart();
    slurm_.controller_hosts = {{"head", true}, {"head-2", true}};
  }
  // The next one dies before it is told, or once it has said that it does.
  void next_dies(bool after_it_took_over) {
    slurm_.on_call = [this, after_it_took_over](const std::string& call, bool after) {
      if (call == "take_over" && after == after_it_took_over) {
        slurm_.controller_hosts[1].up = false;
      }
    };
  }
};

TEST_F(ATakeover, ThatFailsLeavesASlurmctldThatMayStartAgain) {
  next_dies(false);
  agent_.order();
  EXPECT_THAT(agent_.step().message, HasSubstr("Unable to contact"));
  EXPECT_EQ(later("head"), Phase::kRefused);
  EXPECT_FALSE(agent_.held);
  EXPECT_TRUE(agent_.running);
}

TEST_F(ATakeover, ThatFailsLeavesOneThatMayStartAgainWhenNoneIsUp) {
  next_dies(false);
  agent_.order();
  agent_.step();
  ASSERT_TRUE(agent_.held);
  slurm_.controller_hosts[0].up = false;  // as its machine is restarted
  later("head");
  EXPECT_THAT(agent_.progress().message, HasSubstr("no slurmctld is up"));
  EXPECT_FALSE(agent_.held);
}

TEST_F(ATakeover, ThatWasAcknowledgedIsNotTakenBackByARestart) {
  next_dies(true);
  agent_.order();
  EXPECT_THAT(agent_.step().message, HasSubstr("head-2 takes over"));
  agent_.restart();
  later("head");
  EXPECT_THAT(agent_.progress().message, HasSubstr("no slurmctld is up"));
  EXPECT_TRUE(agent_.held);
  slurm_.on_call = nullptr;
  slurm_.controller_hosts[0].up = true;  // Slurm had it take the control back itself
  EXPECT_EQ(later("head"), Phase::kRefused);
  EXPECT_FALSE(agent_.held);
  slurm_.controller_hosts[0].up = false;
  later("head");
  EXPECT_FALSE(agent_.held) << "that takeover is over";
}

}  // namespace
}  // namespace sluice::detach
