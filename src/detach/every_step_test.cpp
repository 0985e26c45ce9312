// SPDX-License-Identifier: Apache-2.0
#include "detach/detachments.h"

#include <gtest/gtest.h>

#include "detach/fake_slurm_nodes.h"
#include "detach/test_agent.h"

namespace sluice::detach {
namespace {

using std::chrono::minutes;

struct Killed {};  // thrown where an agent dies

// Every call to Slurm, killed before or after it has done its work: victim agent or slurmctld.
enum class Victim { kAgentBefore, kAgentAfter, kSlurmctld };

class EveryStep : public testing::TestWithParam<std::tuple<Victim, Mode>> {};

TEST_P(EveryStep, MayBeTheLastOfAnyProcessAndNoJobIsLost) {
  const auto [victim, mode] = GetParam();
  int calls = 1;  // of a whole detachment; known when one was not disturbed any more
  for (int at = 0; at < calls; ++at) {
    SCOPED_TRACE("call " + std::to_string(at));
    FakeClock clock;
    FakeSlurmNodes slurm;
    slurm.add("w-1");
    slurm.add("w-2");
    slurm.start_job("runs", "w-1");
    slurm.queue_job("names it", mode == Mode::kForced ? std::vector<std::string>{"w-1", "w-2"}
                                                      : std::vector<std::string>{"w-2"});
    TestAgent agent(slurm, clock, "w-1");
    agent.order({.mode = mode});
    int call = 0;
    bool removed_in_use = false;
    slurm.on_call = [&, victim = victim](const std::string&, bool after) {
      removed_in_use = removed_in_use || (!slurm.has("w-1") && slurm.state_of("runs") == "RUNNING");
      const bool now = call == at && after == (victim == Victim::kAgentAfter);
      call += after ? 1 : 0;
      if (now && victim == Victim::kSlurmctld) {
        slurm.set_away(true);
      } else if (now) {
        call = at + 1;
        throw Killed{};
      }
    };
    for (int round = 0; round < 20 && agent.progress().phase != Phase::kDetached; ++round) {
      try {
        agent.step();
      } catch (const Killed&) {
        agent.restart();
      }
      if (round % 3 == 2) {
        slurm.set_away(false);
      }
      if (round == 3 && mode == Mode::kGraceful) {
        slurm.finish_job("runs");
      }
      clock.advance(minutes(1));
      slurm.settle();
    }
    EXPECT_EQ(agent.progress().phase, Phase::kDetached) << agent.progress().message;
    EXPECT_FALSE(slurm.has("w-1"));
    EXPECT_FALSE(agent.running);
    EXPECT_FALSE(removed_in_use);
    slurm.on_call = nullptr;
    slurm.set_away(true);  // and whatever slurmctld has saved is as good as what it knew
    slurm.set_away(false);
    EXPECT_EQ(slurm.state_of("runs"), mode == Mode::kForced ? "PENDING" : "COMPLETED");
    EXPECT_EQ(slurm.state_of("names it"), "PENDING");
    calls = std::max(calls, call);
  }
  EXPECT_GE(calls, 5);
}

INSTANTIATE_TEST_SUITE_P(Victims, EveryStep,
                         testing::Combine(testing::Values(Victim::kAgentBefore, Victim::kAgentAfter,
                                                          Victim::kSlurmctld),
                                          testing::Values(Mode::kGraceful, Mode::kForced)));

// The same for the machine of a slurmctld that is in control, with one more that can take over; the
// victims are the agent, slurmctld altogether, and the other one for a while.
enum class OfTwo { kAgentBefore, kAgentAfter, kBoth, kTheOther };

class EveryStepOfAController : public testing::TestWithParam<std::tuple<OfTwo, Mode>> {};

TEST_P(EveryStepOfAController, MayBeTheLastOfAnyProcessAndSlurmIsNotWithoutController) {
  const auto [victim, mode] = GetParam();
  int calls = 1;
  for (int at = 0; at < calls; ++at) {
    SCOPED_TRACE("call " + std::to_string(at));
    FakeClock clock;
    FakeSlurmNodes slurm;
    slurm.add("w-1");
    slurm.start_job("runs", "w-1");
    slurm.controller_hosts = {{"head", true}, {"head-2", true}};
    TestAgent agent(slurm, clock, "head", true);
    agent.controller_host = "head";
    agent.restart();
    agent.order({.mode = mode, .deadline = minutes(3)});
    int call = 0;
    bool took_over = false;
    slurm.on_call = [&, victim = victim](const std::string& name, bool after) {
      const bool now = call == at && after == (victim == OfTwo::kAgentAfter);
      call += after ? 1 : 0;
      took_over = took_over || (name == "take_over" && after && !slurm.controller_hosts[0].up);
      if (now && victim == OfTwo::kBoth) {
        slurm.set_away(true);
      } else if (now && victim == OfTwo::kTheOther) {
        slurm.controller_hosts[1].up = false;
      } else if (now) {
        call = at + 1;
        throw Killed{};
      }
    };
    for (int round = 0; round < 20 && agent.progress().phase != Phase::kDetached; ++round) {
      try {
        agent.step();
      } catch (const Killed&) {
        agent.restart();
      }
      if (mode == Mode::kGraceful) {
        EXPECT_TRUE(agent.running || took_over) << "in round " << round;
      }
      if (agent.progress().phase == Phase::kRefused) {
        EXPECT_FALSE(agent.held) << "in round " << round;
      }
      if (round % 5 == 4) {
        slurm.set_away(false);
        slurm.controller_hosts[1].up = true;
      }
      clock.advance(minutes(1));
      slurm.settle();
    }
    EXPECT_EQ(agent.progress().phase, Phase::kDetached) << agent.progress().message;
    EXPECT_FALSE(agent.running);
    EXPECT_TRUE(agent.held);
    EXPECT_EQ(slurm.state_of("runs"), "RUNNING");
    calls = std::max(calls, call);
  }
  EXPECT_GE(calls, 4);  // two looks at the controllers, the takeover, and whether it is a node
}

INSTANTIATE_TEST_SUITE_P(Victims, EveryStepOfAController,
                         testing::Combine(testing::Values(OfTwo::kAgentBefore, OfTwo::kAgentAfter,
                                                          OfTwo::kBoth, OfTwo::kTheOther),
                                          testing::Values(Mode::kGraceful, Mode::kForced)));

}  // namespace
}  // namespace sluice::detach
