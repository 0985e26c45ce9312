// SPDX-License-Identifier: Apache-2.0
#include "detach/detachments.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "detach/fake_slurm_nodes.h"
#include "detach/set_clock.h"
#include "detach/test_agent.h"

namespace sluice::detach {
namespace {

using std::chrono::minutes;
using std::chrono::seconds;
using testing::HasSubstr;

class Detaching : public testing::Test {
 protected:
  Detaching() { slurm_.add("w-1"); }

  Progress later(Duration by = minutes(1)) {
    clock_.advance(by);
    slurm_.settle();
    return agent_.step();
  }

  FakeClock clock_;
  FakeSlurmNodes slurm_;
  TestAgent agent_{slurm_, clock_, "w-1"};
};

TEST_F(Detaching, AnIdleNodeLeavesInOneStepAndStaysAway) {
  EXPECT_EQ(agent_.order().phase, Phase::kDraining);
  EXPECT_EQ(agent_.step(), Progress{.phase = Phase::kDetached});
  EXPECT_FALSE(slurm_.has("w-1"));
  EXPECT_TRUE(agent_.held);
  EXPECT_FALSE(agent_.running);
  agent_.restart();  // the machine was
  EXPECT_EQ(agent_.order().phase, Phase::kDetached);
  EXPECT_EQ(agent_.step().phase, Phase::kDetached);
  EXPECT_FALSE(agent_->give_up("w-1").has_value());
}

// With auth/slurm it is slurmd that vouches for commands of the machine.
TEST_F(Detaching, ASlurmdThatVouchesForWhoAsksIsTheLastToBeAsked) {
  slurm_.vouches = [&] { return agent_.slurmd_runs; };
  slurm_.start_job("1", "w-1");
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  slurm_.finish_job("1");
  later();
  EXPECT_EQ(later().phase, Phase::kDetached);
  EXPECT_FALSE(slurm_.has("w-1"));
  EXPECT_FALSE(agent_.slurmd_runs);
}

TEST_F(Detaching, ASlurmdThatVouchesForWhoAsksAndDiesWhileItIsHeldStartsAgain) {
  slurm_.vouches = [&] { return agent_.slurmd_runs; };
  slurm_.on_call = [&](const std::string& call, bool after) {
    agent_.slurmd_runs = agent_.slurmd_runs && (call != "remove" || after);
  };
  agent_.order();
  EXPECT_THAT(agent_.step().message, HasSubstr("failed to connect to any sack"));
  slurm_.on_call = nullptr;
  later();
  EXPECT_EQ(later().phase, Phase::kDetached);
  EXPECT_FALSE(slurm_.has("w-1"));
}

TEST_F(Detaching, TheSameOrderAgainIsNoReasonToAskSlurmMoreOften) {
  slurm_.start_job("1", "w-1");
  int looks = 0;
  slurm_.on_call = [&](const std::string& call, bool after) {
    looks += call == "look" && !after ? 1 : 0;
  };
  agent_.order();
  agent_.step();
  clock_.advance(minutes(10));
  agent_.step();  // from now on every 30 seconds
  const int before = looks;
  for (int i = 0; i < 29; ++i) {
    clock_.advance(seconds(1));
    agent_.order();
    agent_.step();
  }
  EXPECT_EQ(looks, before);
  clock_.advance(seconds(1));
  agent_.step();
  EXPECT_EQ(looks, before + 1);
  agent_.order({.mode = Mode::kForced});  // another one is
  agent_.step();
  EXPECT_EQ(looks, before + 2);
}

TEST_F(Detaching, ANodeThatOnlyLeftForAWhileComesBack) {
  ASSERT_TRUE(agent_->order("w-1", {}, /*returns=*/true).has_value());
  EXPECT_FALSE(agent_->take_back().has_value());  // not before it has left
  EXPECT_EQ(agent_.step().phase, Phase::kDetached);
  agent_.restart();
  ASSERT_TRUE(agent_->own().has_value());
  ASSERT_TRUE(agent_->take_back().has_value());
  EXPECT_FALSE(agent_.held);
  EXPECT_TRUE(agent_.running);
  EXPECT_EQ(agent_->own(), std::nullopt);
  EXPECT_TRUE(agent_->take_back().has_value());  // once more does no harm
}

TEST_F(Detaching, ANodeThatWasToldToLeaveForGoodMeanwhileDoesNot) {
  ASSERT_TRUE(agent_->order("w-1", {}, /*returns=*/true).has_value());
  EXPECT_EQ(agent_.step().phase, Phase::kDetached);
  EXPECT_EQ(agent_.order().phase, Phase::kDetached);  // as when its Machine is deleted
  agent_.restart();
  EXPECT_EQ(agent_->take_back().error().code, Code::kConflict);
  EXPECT_TRUE(agent_.held);
  EXPECT_FALSE(agent_.running);
}

TEST(DetachingInTime, ADeadlineIsAsLongAsItWasSaid) {
  SetClock clock;
  FakeSlurmNodes slurm;
  slurm.add("w-1");
  slurm.start_job("1", "w-1");
  TestAgent agent(slurm, clock, "w-1");
  agent.order({.deadline = minutes(10)});
  agent.step();
  clock.set_by = std::chrono::hours(24);
  clock.time.advance(minutes(9));
  agent.step();
  EXPECT_EQ(slurm.state_of("1"), "RUNNING");
  clock.set_by = -std::chrono::hours(24);
  clock.time.advance(minutes(1));
  agent.step();
  EXPECT_EQ(slurm.state_of("1"), "COMPLETING");
}

TEST_F(Detaching, JobsFinishUntouchedAndAreToldOf) {
  slurm_.start_job("1", "w-1", true, clock_.now() + minutes(10));
  slurm_.start_job("2", "w-1", true, clock_.now() + minutes(30));
  const WallTime first = clock_.now() + minutes(10);
  const WallTime last = clock_.now() + minutes(30);
  agent_.order();
  const Progress waits = agent_.step();
  EXPECT_EQ(waits.phase, Phase::kWaiting);
  EXPECT_EQ(waits.jobs_left, 2);
  EXPECT_EQ(waits.first_end, first);
  EXPECT_EQ(waits.last_end, last);
  EXPECT_EQ(waits.message, "waits for 2 jobs to end");
  slurm_.finish_job("1");
  EXPECT_EQ(later().jobs_left, 1);
  slurm_.finish_job("2");
  clock_.advance(minutes(1));
  EXPECT_EQ(agent_.step().jobs_left, 1);  // it completes: that counts
  EXPECT_TRUE(slurm_.has("w-1"));
  EXPECT_EQ(later().phase, Phase::kDetached);
  EXPECT_EQ(slurm_.state_of("1"), "COMPLETED");
  EXPECT_EQ(slurm_.state_of("2"), "COMPLETED");
}

TEST_F(Detaching, OfJobsWithoutALimitNobodyKnowsTheLastEnd) {
  slurm_.start_job("1", "w-1", true, clock_.now() + minutes(10));
  slurm_.start_job("2", "w-1");
  const WallTime first = clock_.now() + minutes(10);
  agent_.order();
  EXPECT_EQ(agent_.step().first_end, first);
  EXPECT_EQ(agent_.progress().last_end, std::nullopt);
  slurm_.finish_job("1");
  EXPECT_EQ(later().first_end, std::nullopt);
}

TEST_F(Detaching, ANodeThatSlurmTakesForAllocatedToNobodyLeavesAllTheSame) {
  slurm_.start_job("1", "w-1");
  slurm_.miscount("w-1");
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  slurm_.finish_job("1");
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  int down = 0;
  slurm_.on_call = [&](const std::string& call, bool after) {
    down += call == "set_down" && !after ? 1 : 0;
  };
  EXPECT_THAT(later().message, HasSubstr("waits for Slurm to clean up"));
  EXPECT_EQ(down, 0);  // not at the first sight
  EXPECT_EQ(later().phase, Phase::kDetached);
  EXPECT_EQ(down, 1);
  EXPECT_EQ(slurm_.state_of("1"), "COMPLETED");
}

TEST_F(Detaching, AfterTheDeadlineJobsAreQueuedAgainOrCancelledWhereTheyMustNotBe) {
  slurm_.start_job("1", "w-1");
  slurm_.start_job("2", "w-1", false);
  agent_.order({.deadline = minutes(5)});
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  EXPECT_EQ(later(minutes(4)).phase, Phase::kWaiting);
  EXPECT_EQ(slurm_.state_of("1"), "RUNNING");
  EXPECT_EQ(later(minutes(1)).message, "2 jobs being ended");
  EXPECT_EQ(later().phase, Phase::kDetached);
  EXPECT_EQ(slurm_.state_of("1"), "PENDING");
  EXPECT_EQ(slurm_.state_of("2"), "CANCELLED");
}

TEST_F(Detaching, AForcedOrderReplacesAGracefulOneAndNotTheReverse) {
  slurm_.start_job("1", "w-1");
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  agent_.order({.mode = Mode::kForced, .jobs = JobsEnd::kFail});
  agent_.order();
  agent_.step();
  EXPECT_EQ(slurm_.state_of("1"), "COMPLETING");
  EXPECT_EQ(later().phase, Phase::kDetached);
  EXPECT_EQ(slurm_.state_of("1"), "CANCELLED");
}

TEST_F(Detaching, WhoIsInTheWayIsNamedAndNothingIsDone) {
  ASSERT_TRUE(slurm_.drain("w-1", "bad memory").has_value());
  agent_.order({.mode = Mode::kForced});
  Progress refused = agent_.step();
  EXPECT_EQ(refused.phase, Phase::kRefused);
  EXPECT_EQ(refused.message, "somebody else has drained it: bad memory");
  EXPECT_EQ(slurm_.reason("w-1"), "bad memory");
  ASSERT_TRUE(slurm_.undrain("w-1").has_value());
  slurm_.reserve("course", "w-1");
  EXPECT_EQ(later().message, "it is reserved: course");
  slurm_.unreserve("course");
  EXPECT_EQ(later().phase, Phase::kDetached);
}

TEST_F(Detaching, DespiteOthersItLeavesAndTheirDrainIsTheirs) {
  ASSERT_TRUE(slurm_.drain("w-1", "bad memory").has_value());
  slurm_.reserve("course", "w-1");
  slurm_.start_job("1", "w-1");
  agent_.order({.despite_others = true});
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  EXPECT_EQ(slurm_.reason("w-1"), "bad memory");
  ASSERT_TRUE(agent_->give_up("w-1").has_value());
  EXPECT_EQ(slurm_.reason("w-1"), "bad memory");
  agent_.order({.despite_others = true});
  slurm_.finish_job("1");
  EXPECT_EQ(later().phase, Phase::kDetached);
}

// Our drain would keep those out whom the reservation is for.
TEST_F(Detaching, AReservationThatComesLaterFindsTheNodeAsItWas) {
  slurm_.start_job("1", "w-1");
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  slurm_.reserve("course", "w-1");
  EXPECT_EQ(later().phase, Phase::kRefused);
  EXPECT_EQ(slurm_.reason("w-1"), "");
}

// slurmd that is held back would not start after a restart, and its jobs would be lost.
TEST_F(Detaching, ANodeThatMayNotLeaveAfterAllIsNotHeldBack) {
  slurm_.on_call = [&](const std::string& call, bool after) {
    if (call == "remove" && !after) {
      slurm_.set_away(true);
    }
  };
  agent_.order();
  agent_.step();
  ASSERT_TRUE(agent_.held);
  slurm_.on_call = {};
  slurm_.set_away(false);
  slurm_.reserve("course", "w-1");
  EXPECT_EQ(later().phase, Phase::kRefused);
  EXPECT_FALSE(agent_.held);
}

TEST_F(Detaching, JobsThatNameTheNodeKeepItUnlessForcedAndAreNotLostThen) {
  slurm_.queue_job("1", {"w-1", "w-2"});
  slurm_.add("w-2");
  agent_.order({.deadline = minutes(5)});
  EXPECT_EQ(agent_.step().message, "jobs in the queue name this very node: 1");
  EXPECT_EQ(later(minutes(5)).phase, Phase::kDetached);
  slurm_.set_away(true);
  slurm_.set_away(false);
  EXPECT_EQ(slurm_.state_of("1"), "PENDING");
}

TEST_F(Detaching, GivenUpItTakesJobsAgain) {
  slurm_.start_job("1", "w-1");
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  ASSERT_TRUE(agent_->give_up("w-1").has_value());
  EXPECT_EQ(slurm_.reason("w-1"), "");
  EXPECT_FALSE(agent_.held);
  EXPECT_EQ(agent_->progress("w-1").error().code, Code::kNotFound);
  EXPECT_EQ(agent_->give_up("w-1").error().code, Code::kNotFound);
  agent_.restart();
  EXPECT_EQ(agent_->progress("w-1").error().code, Code::kNotFound);
}

TEST_F(Detaching, ItIsTooLateOnceSlurmDoesNotKnowTheNode) {
  agent_.stops_slowly = true;
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kStopping);
  const auto given_up = agent_->give_up("w-1");
  ASSERT_FALSE(given_up.has_value());
  EXPECT_EQ(given_up.error().code, Code::kConflict);
  agent_.stops_slowly = false;
  EXPECT_EQ(later().phase, Phase::kDetached);
}

// The process that had it deleted died before it could say so.
TEST_F(Detaching, ItIsTooLateForANodeThatWasThereAndIsNot) {
  slurm_.start_job("1", "w-1");
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kWaiting);
  slurm_.finish_job("1");
  slurm_.settle();
  ASSERT_TRUE(slurm_.remove("w-1").has_value());
  agent_.restart();
  EXPECT_EQ(agent_->give_up("w-1").error().code, Code::kConflict);
  EXPECT_EQ(agent_.step().phase, Phase::kDetached);
}

TEST_F(Detaching, ANodeThatWasNeverThereIsGivenUpOrLeaves) {
  ASSERT_TRUE(slurm_.remove("w-1").has_value());
  agent_.order();
  EXPECT_TRUE(agent_->give_up("w-1").has_value());
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kDetached);
}

// A machine that is deleted while it starts: slurmd runs already, and registers after the look.
TEST_F(Detaching, ANodeThatRegistersOnlyNowLosesNoJob) {
  ASSERT_TRUE(slurm_.remove("w-1").has_value());
  slurm_.on_call = [&](const std::string& call, bool after) {
    if (call == "look" && after && !slurm_.has("w-1")) {
      slurm_.add("w-1");
      slurm_.start_job("1", "w-1");
    }
  };
  agent_.order();
  EXPECT_EQ(agent_.step().message, "waits for 1 job to end");
  EXPECT_TRUE(agent_.slurmd_runs);
  EXPECT_FALSE(agent_.held);
  slurm_.on_call = nullptr;
  slurm_.finish_job("1");
  EXPECT_EQ(later().phase, Phase::kDetached);
  EXPECT_EQ(slurm_.state_of("1"), "COMPLETED");
  EXPECT_FALSE(slurm_.has("w-1"));
  EXPECT_FALSE(agent_.running);
}

TEST_F(Detaching, WhetherItHasRegisteredIsSeenWithSlurmdStoppedAndBeforeTheRestIs) {
  ASSERT_TRUE(slurm_.remove("w-1").has_value());
  int looks = 0;
  slurm_.on_call = [&](const std::string& call, bool after) {
    if (call == "look" && after && ++looks == 1) {
      slurm_.set_away(true);
    }
    EXPECT_TRUE(looks != 1 || after || !agent_.slurmd_runs);
  };
  agent_.order();
  EXPECT_EQ(agent_.step().phase, Phase::kStopping);
  EXPECT_TRUE(agent_.running);
  slurm_.set_away(false);
  slurm_.add("w-1");
  slurm_.start_job("1", "w-1");
  agent_.restart();
  EXPECT_EQ(later().phase, Phase::kWaiting);
  EXPECT_TRUE(agent_.slurmd_runs);
  EXPECT_EQ(slurm_.state_of("1"), "RUNNING");
}

TEST_F(Detaching, ASlurmctldThatIsAwayIsToldAndWaitedFor) {
  slurm_.set_away(true);
  agent_.order();
  EXPECT_THAT(agent_.step().message, HasSubstr("slurmctld does not answer"));
  EXPECT_EQ(agent_->give_up("w-1").error().code, Code::kUnavailable);
  slurm_.set_away(false);
  EXPECT_EQ(later().phase, Phase::kDetached);
}

TEST_F(Detaching, AnAgentAnswersForItsOwnNodeOnly) {
  EXPECT_EQ(agent_->order("w-2", {}).error().code, Code::kNotFound);
  EXPECT_EQ(agent_->order("ALL", {}).error().code, Code::kNotFound);
  EXPECT_EQ(agent_->progress("w-2").error().code, Code::kNotFound);
}

TEST_F(Detaching, ItLooksLessOftenTheLongerItWaits) {
  slurm_.start_job("1", "w-1");
  agent_.order({.deadline = std::chrono::hours(10)});
  agent_.step();
  int looks = 0;
  slurm_.on_call = [&](const std::string& call, bool after) { looks += call == "look" && after; };
  for (int second = 0; second < 3600; ++second) {
    clock_.advance(seconds(1));
    agent_.step();
  }
  EXPECT_LT(looks, 180);
  EXPECT_GT(looks, 100);
}

}  // namespace
}  // namespace sluice::detach
