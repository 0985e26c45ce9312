// SPDX-License-Identifier: Apache-2.0
#include "pod/container_life.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "pod/counting_runtime.h"

namespace sluice::pod {
namespace {

using std::chrono::seconds;
using testing::ElementsAre;

class ContainerLifeTest : public ::testing::Test {
 protected:
  ContainerLife& make(Role role = Role::kMain) {
    ContainerLife& life = life_.emplace(spec_, role, surroundings_);
    life.start();
    return life;
  }
  static ProbeSpec probe(std::string command) {
    return {.action = {.kind = ActionKind::kExec, .command = {std::move(command)}},
            .period_seconds = 10,
            .timeout_seconds = 2,
            .failure_threshold = 1};
  }
  void pass(Duration time) {
    clock_.advance(time);
    life_->tend();
  }
  // The n-th process ends.
  void ends(std::size_t number, int exit_code = 0) {
    EXPECT_TRUE(life_->reaped(CountingRuntime::pid(number), exit_code << 8));
    life_->tend();
  }
  std::vector<std::string> events() const {
    std::vector<std::string> texts;
    for (const PodEvent& event : events_.events()) {
      texts.push_back((event.warning ? "!" : "") + event.reason + ": " + event.message);
    }
    return texts;
  }

  TemporaryDirectory scratch_;
  FakeClock clock_;
  CountingRuntime runtime_;
  const PodSpec empty_{};
  std::unique_ptr<Sandbox> sandbox_ = *Sandbox::enter(empty_, runtime_, {scratch_.path(), {}});
  ContainerSurroundings container_{*sandbox_, clock_};
  PodSpec pod_{.ns = "ns",
               .name = "p",
               .attempt = {"u", 1},
               .restart_policy = "Always",
               .grace_period_seconds = 30};
  RestartRule rule_;
  EventLog events_{clock_};
  LifeSurroundings surroundings_{container_, pod_, rule_, events_};
  ContainerSpec spec_{.name = "c", .argv = {"x"}};
  std::optional<ContainerLife> life_;
};

TEST_F(ContainerLifeTest, AStartIsTold) {
  ContainerLife& life = make();
  EXPECT_THAT(events(), ElementsAre("Created: Container created", "Started: Container started"));
  EXPECT_TRUE(life.up() && life.status().ready);
  EXPECT_EQ(events_.events()[0].container, "c");
}

TEST_F(ContainerLifeTest, WhatCouldNotBeGivenAsAskedIsTold) {
  runtime_.notes = {"runs as user 1000, not 5"};
  make();
  EXPECT_EQ(events().back(), "!NotAsAsked: runs as user 1000, not 5");
}

TEST_F(ContainerLifeTest, ALivenessFailureEndsTheRunAndStartsTheNext) {
  spec_.lifecycle.liveness = probe("live");
  ContainerLife& life = make();
  pass(seconds(10));
  EXPECT_THAT(runtime_.started, ElementsAre("c", "c: live"));
  ends(2, 1);
  EXPECT_EQ(events().back(), "Killing: Container c failed liveness probe, will be restarted");
  EXPECT_THAT(events(), testing::Contains("!Unhealthy: Liveness probe failed: "));
  EXPECT_EQ(life.next(), clock_.steady() + seconds(30)) << "the pod's grace period, then force";
  ends(1, 0);
  EXPECT_THAT(runtime_.started, ElementsAre("c", "c: live", "c"));
  EXPECT_EQ(life.status().restarts, 1);
  EXPECT_TRUE(life.running());
}

TEST_F(ContainerLifeTest, AProbeMayHaveItsOwnGracePeriod) {
  spec_.lifecycle.liveness = probe("live");
  spec_.lifecycle.liveness->grace_period_seconds = 3;
  ContainerLife& life = make();
  pass(seconds(10));
  ends(2, 1);
  EXPECT_EQ(life.next(), clock_.steady() + seconds(3));
}

TEST_F(ContainerLifeTest, WithoutRestartsALivenessFailureIsTheEnd) {
  pod_.restart_policy = "Never";
  spec_.lifecycle.liveness = probe("live");
  ContainerLife& life = make();
  pass(seconds(10));
  ends(2, 1);
  EXPECT_EQ(events().back(), "Killing: Container c failed liveness probe");
  ends(1, 137);
  EXPECT_TRUE(life.over());
}

TEST_F(ContainerLifeTest, ACheckThatTakesTooLongHasFailed) {
  spec_.lifecycle.readiness = probe("ready");
  ContainerLife& life = make();
  pass(seconds(1));
  EXPECT_EQ(life.next(), clock_.steady() + seconds(2));
  pass(seconds(2));
  EXPECT_EQ(events().back(),
            "!Unhealthy: Readiness probe failed: command timed out: \"ready\" timed out after 2s");
  EXPECT_FALSE(life.status().ready);
  EXPECT_TRUE(life.status().up);
}

TEST_F(ContainerLifeTest, ReadinessIsAChange) {
  spec_.lifecycle.readiness = probe("ready");
  ContainerLife& life = make();
  EXPECT_FALSE(life.status().ready);
  pass(seconds(1));
  life.take_changed();
  ends(2, 0);
  EXPECT_TRUE(life.status().ready);
  EXPECT_TRUE(life.take_changed());
  pass(seconds(10));
  ends(3, 0);
  EXPECT_FALSE(life.take_changed()) << "the same result again is no news";
}

TEST_F(ContainerLifeTest, AProbeThatCannotBeMadeSaysNothingAboutTheContainer) {
  spec_.lifecycle.liveness = probe("live");
  spec_.lifecycle.liveness->action.error = "invalid port number: 0";
  ContainerLife& life = make();
  pass(seconds(10));
  EXPECT_EQ(events().back(),
            "!Unhealthy: Liveness probe errored and resulted in unknown state: invalid port "
            "number: 0");
  EXPECT_TRUE(life.status().ready);
}

TEST_F(ContainerLifeTest, AFailedPostStartHookEndsTheRun) {
  spec_.lifecycle.post_start = {.kind = ActionKind::kExec, .command = {"hook"}};
  ContainerLife& life = make();
  EXPECT_TRUE(life.starting());
  EXPECT_EQ(life.status().reason, "ContainerCreating");
  ends(2, 1);
  EXPECT_THAT(events(), ElementsAre("Created: Container created", "Started: Container started",
                                    "!FailedPostStartHook: PostStartHook failed",
                                    "Killing: FailedPostStartHook"));
  ends(1, 143);
  ends(3, 0);  // it runs again
}

TEST_F(ContainerLifeTest, ThePreStopHookComesBeforeTheSignal) {
  spec_.lifecycle.pre_stop = {.kind = ActionKind::kExec, .command = {"hook"}};
  ContainerLife& life = make();
  life.end(seconds(20));
  life.tend();
  EXPECT_THAT(runtime_.started, ElementsAre("c", "c: hook"));
  EXPECT_EQ(events().back(), "Killing: Stopping container c");
  pass(seconds(5));
  ends(2, 1);
  EXPECT_EQ(events().back(), "!FailedPreStopHook: PreStopHook failed");
  EXPECT_EQ(life.next(), clock_.steady() + seconds(15));
  ends(1, 143);
  EXPECT_TRUE(life.over());
}

TEST_F(ContainerLifeTest, APreStopHookThatNeverEndsLeavesTwoSeconds) {
  spec_.lifecycle.pre_stop = {.kind = ActionKind::kExec, .command = {"hook"}};
  ContainerLife& life = make();
  life.end(seconds(20));
  pass(seconds(20));
  EXPECT_EQ(events().back(), "Killing: Stopping container c") << "no event, as upstream";
  EXPECT_EQ(life.next(), clock_.steady() + Ending::kLeast);
}

TEST_F(ContainerLifeTest, WithoutGraceThereIsNoHook) {
  spec_.lifecycle.pre_stop = {.kind = ActionKind::kExec, .command = {"hook"}};
  make().end(seconds(0));
  life_->tend();
  EXPECT_THAT(runtime_.started, ElementsAre("c"));
}

TEST_F(ContainerLifeTest, BackOffIsToldWithItsLength) {
  ContainerLife& life = make();
  ends(1, 1);
  ends(2, 1);
  EXPECT_EQ(life.status().reason, "CrashLoopBackOff");
  EXPECT_EQ(life.status().message, "back-off 10s restarting failed container=c pod=p_ns(u)");
  EXPECT_EQ(events().back(), "!BackOff: Back-off restarting failed container c in pod p_ns(u)");
  EXPECT_EQ(life.status().last->exit_code, 1);
  for (int run = 3; run < 7; ++run) {
    pass(std::chrono::minutes(5));
    ends(static_cast<std::size_t>(run), 1);
  }
  EXPECT_EQ(life.status().message, "back-off 2m40s restarting failed container=c pod=p_ns(u)");
}

TEST_F(ContainerLifeTest, ALongRunClearsTheRecord) {
  ContainerLife& life = make();
  ends(1, 1);
  pass(std::chrono::minutes(10));
  ends(2, 1);
  EXPECT_TRUE(life.running());
}

TEST_F(ContainerLifeTest, AnEphemeralContainerRunsOnce) {
  ContainerLife& life = make(Role::kEphemeral);
  ends(1, 1);
  EXPECT_TRUE(life.over());
}

TEST_F(ContainerLifeTest, ChecksDoNotOutliveTheRun) {
  spec_.lifecycle.readiness = probe("ready");
  ContainerLife& life = make();
  pass(seconds(1));
  ends(1, 0);
  EXPECT_FALSE(life.reaped(CountingRuntime::pid(2), 0)) << "nobody waits for its result";
}

}  // namespace
}  // namespace sluice::pod
