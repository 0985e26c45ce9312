// SPDX-License-Identifier: Apache-2.0
// Every window in which kubelet, slurmctld, runner or node can die, as a row of a table.
#include "kubelet/decide.h"

#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

using slurm::JobState;
using std::chrono::seconds;

struct Row {
  const char* situation;
  AttemptFacts attempt;
  Act expected;
};

AttemptFacts with(AttemptFacts facts, JobState state) {
  facts.seen = JobSeen::kThere;
  facts.state = state;
  return facts;
}
AttemptFacts missing(AttemptFacts facts) {
  facts.seen = JobSeen::kMissing;
  return facts;
}

const AttemptFacts kNoAttempt{};
const AttemptFacts kIntent{.number = 1};
const AttemptFacts kSubmitted{.number = 1, .recorded = true};
const AttemptFacts kClaimed{.number = 1, .recorded = true, .owner = Owner::kRunner};
const AttemptFacts kClaimedUnrecorded{.number = 1, .owner = Owner::kRunner};
const AttemptFacts kRevoked{.number = 1, .recorded = true, .owner = Owner::kKubelet};
const AttemptFacts kFinished{
    .number = 1, .recorded = true, .owner = Owner::kRunner, .finished = true};

AttemptFacts launch_failed(AttemptFacts facts) {
  facts = with(facts, JobState::kPending);
  facts.launch_failed = true;
  return facts;
}
AttemptFacts silent(AttemptFacts facts, Duration silence) {
  facts.silence = silence;
  return facts;
}
AttemptFacts over(AttemptFacts facts, JobState state, Duration since) {
  facts = with(facts, state);
  facts.over_for = since;
  return facts;
}

AttemptFacts allocated(AttemptFacts facts, Duration bare_for = seconds(1)) {
  facts = with(facts, JobState::kRunning);
  facts.allocated = true;
  facts.bare_for = bare_for;
  return facts;
}

TEST(Decide, APodThatIsToRun) {
  const Row rows[] = {
      {"new pod", kNoAttempt, Act::kBegin},
      {"killed after intent, Slurm not asked yet", kIntent, Act::kWait},
      {"killed after intent, before submission", missing(kIntent), Act::kRevoke},
      {"killed after submission, before the job was recorded", with(kIntent, JobState::kPending),
       Act::kRecord},
      {"the same, and the job runs already", with(kIntent, JobState::kRunning), Act::kRecord},
      {"the same, and the job ended without a runner", with(kIntent, JobState::kNodeFail),
       Act::kRevoke},
      {"the same, and a runner has it", with(kClaimedUnrecorded, JobState::kRunning), Act::kFollow},
      {"the same, forgotten by slurmctld, alive", missing(kClaimedUnrecorded), Act::kFollow},
      {"recorded, Slurm not asked since", kSubmitted, Act::kFollow},
      {"recorded and pending", with(kSubmitted, JobState::kPending), Act::kFollow},
      {"recorded and running, runner not there yet", with(kSubmitted, JobState::kRunning),
       Act::kFollow},
      {"slurmctld forgot the job before it started", missing(kSubmitted), Act::kRevoke},
      {"slurmctld forgot the job after it started", missing(kClaimed), Act::kFollow},
      {"the same, and the runner fell silent", silent(missing(kClaimed), seconds(61)), Act::kLost},
      {"the same, the runner finished", missing(kFinished), Act::kConclude},
      {"held after a failed launch", launch_failed(kSubmitted), Act::kRevoke},
      {"the same, but the runner of a forgotten job with that id has it", launch_failed(kClaimed),
       Act::kFollow},
      {"the node died before the runner started", with(kSubmitted, JobState::kNodeFail),
       Act::kRevoke},
      {"the script could not start the runner", with(kSubmitted, JobState::kFailed), Act::kRevoke},
      {"cancelled by somebody while pending", with(kSubmitted, JobState::kCancelled), Act::kGiveUp},
      {"running", with(kClaimed, JobState::kRunning), Act::kFollow},
      {"running, silent: slurmctld vouches for it",
       silent(with(kClaimed, JobState::kRunning), seconds(600)), Act::kFollow},
      {"running, slurmctld dead", silent(kClaimed, seconds(600)), Act::kFollow},
      {"a state nobody knows", with(kClaimed, JobState::kUnknown), Act::kFollow},
      {"granted at once, its step on its way", allocated(kSubmitted), Act::kFollow},
      {"killed between allocation and step", allocated(kIntent), Act::kRecord},
      {"the same, and no step came", allocated(kIntent, seconds(15)), Act::kRevoke},
      {"the same, recorded", allocated(kSubmitted, seconds(15)), Act::kRevoke},
      {"the same, and slurmctld forgot it", missing(kSubmitted), Act::kRevoke},
      {"the same, and somebody cancelled it", with(kSubmitted, JobState::kCancelled), Act::kGiveUp},
      {"running in an allocation", allocated(kClaimed, seconds(900)), Act::kFollow},
      {"the same, silent: the allocation says nothing",
       silent(allocated(kClaimed, seconds(900)), seconds(60)), Act::kLost},
      {"the same, its srun gave the allocation back", over(kClaimed, JobState::kFailed, seconds(5)),
       Act::kLost},
      {"finished, the allocation not given back", allocated(kFinished), Act::kConclude},
      {"waits again after slurmctld came back with an older state",
       silent(with(kClaimed, JobState::kPending), seconds(10)), Act::kFollow},
      {"the same, long enough", silent(with(kClaimed, JobState::kPending), seconds(60)),
       Act::kLost},
      {"job over, last word on its way", over(kClaimed, JobState::kCompleted, seconds(1)),
       Act::kFollow},
      {"job over, last word never came", over(kClaimed, JobState::kNodeFail, seconds(5)),
       Act::kLost},
      {"finished, job still completing", with(kFinished, JobState::kCompleting), Act::kConclude},
      {"finished, kubelet was away", kFinished, Act::kConclude},
      {"revoked: another attempt", kRevoked, Act::kBegin},
      {"revoked, killed before its job was cancelled", with(kRevoked, JobState::kPending),
       Act::kBegin},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(decide({}, row.attempt).act, row.expected) << row.situation;
  }
}

AttemptFacts open(AttemptFacts facts) {
  facts.accounts_open = true;
  return facts;
}

const AttemptFacts kInterrupted{
    .number = 1, .recorded = true, .owner = Owner::kRunner, .finished = true, .interrupted = true};

AttemptFacts left(AttemptFacts facts, Duration asked_after) {
  facts = with(facts, JobState::kRunning);
  facts.allocated = true;
  facts.asked_after = asked_after;
  return facts;
}

TEST(Decide, WhatEndedFromOutsideWaitsForSlurmsReason) {
  const Row rows[] = {
      {"its job is still completing", with(kInterrupted, JobState::kCompleting), Act::kFollow},
      {"slurmctld does not answer", kInterrupted, Act::kFollow},
      {"its allocation has not been given back yet", left(kInterrupted, seconds(1)), Act::kFollow},
      {"its allocation goes on without it", left(kInterrupted, seconds(30)), Act::kConclude},
      {"Slurm has said why", with(kInterrupted, JobState::kPreempted), Act::kConclude},
      {"nobody knows the job any more", missing(kInterrupted), Act::kConclude},
      {"the same, accounting not asked yet", open(missing(kInterrupted)), Act::kAsk},
      {"cancelled, and accounting knows by whom", open(with(kInterrupted, JobState::kCancelled)),
       Act::kAsk},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(decide({}, row.attempt).act, row.expected) << row.situation;
  }
  EXPECT_EQ(decide({.deleting = true}, with(kInterrupted, JobState::kCompleting)).act,
            Act::kConclude);
}

TEST(Decide, ARequeuedJobIsFollowedAndNeverLost) {
  const auto requeued = [](AttemptFacts facts) {
    facts.requeued = true;
    return facts;
  };
  const Row rows[] = {
      {"its runner ended in order", requeued(with(kInterrupted, JobState::kPending)), Act::kFollow},
      {"its next run begins", requeued(with(kInterrupted, JobState::kRunning)), Act::kFollow},
      {"its node died", requeued(silent(with(kClaimed, JobState::kPending), seconds(600))),
       Act::kFollow},
      {"it cannot be launched again", requeued(launch_failed(kInterrupted)), Act::kLost},
      {"the pod had ended by itself", with(kFinished, JobState::kPending), Act::kConclude},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(decide({}, row.attempt).act, row.expected) << row.situation;
  }
  EXPECT_EQ(decide({.once = true}, rows[0].attempt).act, Act::kLost);
  EXPECT_EQ(decide({.deleting = true}, rows[0].attempt).act, Act::kRevoke);
  EXPECT_EQ(decide({.terminal = true}, rows[0].attempt).act, Act::kRevoke);
}

TEST(Decide, AccountingIsAskedBeforeAnythingIsConcludedAboutAForgottenJob) {
  const Row rows[] = {
      {"slurmctld forgot it, nobody claimed it", open(missing(kSubmitted)), Act::kAsk},
      {"cancelled while it waited", open(with(kSubmitted, JobState::kCancelled)), Act::kAsk},
      {"its runner speaks", open(missing(kClaimed)), Act::kFollow},
      {"its runner is silent", open(silent(missing(kClaimed), seconds(61))), Act::kAsk},
      {"its runner has said everything", open(missing(kFinished)), Act::kConclude},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(decide({}, row.attempt).act, row.expected) << row.situation;
  }
  EXPECT_EQ(decide({.deleting = true}, open(missing(kSubmitted))).act, Act::kRevoke);
}

TEST(Decide, AnAllocationIsLookedAtAgainInTime) {
  EXPECT_EQ(decide({}, allocated(kSubmitted, seconds(5))).again, seconds(10));
  EXPECT_TRUE(decide({}, allocated(kSubmitted, seconds(15))).counts_as_launch_failure);
  EXPECT_EQ(decide({}, silent(allocated(kClaimed), seconds(20))).again, seconds(40));
}

TEST(Decide, LaunchFailuresAreCountedAndBounded) {
  AttemptFacts failed = with(kSubmitted, JobState::kNodeFail);
  EXPECT_TRUE(decide({}, failed).counts_as_launch_failure);
  EXPECT_FALSE(decide({}, missing(kSubmitted)).counts_as_launch_failure);
  failed.launch_failures = 5;
  EXPECT_EQ(decide({}, failed).act, Act::kGiveUp);
  AttemptFacts forgotten = missing(kSubmitted);
  forgotten.launch_failures = 5;
  EXPECT_EQ(decide({}, forgotten).act, Act::kRevoke);
}

TEST(Decide, AnotherAttemptWaitsForItsBackoff) {
  AttemptFacts revoked = kRevoked;
  revoked.until_next = seconds(20);
  const Decision decision = decide({}, revoked);
  EXPECT_EQ(decision.act, Act::kWait);
  EXPECT_EQ(decision.again, seconds(20));
}

TEST(Decide, GivenUpIsTheOutcomeAlsoAfterARestart) {
  AttemptFacts given_up = with(kRevoked, JobState::kCancelled);
  given_up.given_up = true;
  EXPECT_EQ(decide({}, given_up).act, Act::kConclude);
}

TEST(Decide, APodThatIsBeingDeleted) {
  const PodFacts deleting{.deleting = true, .until_force = seconds(32)};
  const Row rows[] = {
      {"never started", kNoAttempt, Act::kConfirm},
      {"intent only, Slurm not asked", kIntent, Act::kRevoke},
      {"pending", with(kSubmitted, JobState::kPending), Act::kRevoke},
      {"pending, slurmctld dead", kSubmitted, Act::kRevoke},
      {"revoked", with(kRevoked, JobState::kPending), Act::kConfirm},
      {"running", with(kClaimed, JobState::kRunning), Act::kStop},
      {"running, unknown to slurmctld", missing(kClaimed), Act::kStop},
      {"granted at once, its step on its way", allocated(kSubmitted), Act::kRevoke},
      {"running in an allocation", allocated(kClaimed), Act::kStop},
      {"finished, not shown yet", kFinished, Act::kConclude},
      {"died", over(kClaimed, JobState::kCancelled, seconds(9)), Act::kLost},
      {"ending", over(kClaimed, JobState::kCancelled, seconds(1)), Act::kWait},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(decide(deleting, row.attempt).act, row.expected) << row.situation;
  }
}

TEST(Decide, ARunningPodThatDoesNotStopIsForced) {
  PodFacts deleting{.deleting = true, .stop_asked = true, .until_force = seconds(3)};
  const AttemptFacts running = with(kClaimed, JobState::kRunning);
  EXPECT_EQ(decide(deleting, running).act, Act::kFollow);
  EXPECT_EQ(decide(deleting, running).again, seconds(3));
  deleting.until_force = seconds(0);
  EXPECT_EQ(decide(deleting, running).act, Act::kForce);
}

TEST(Decide, AShownOutcomeLetsADeletedPodGo) {
  const PodFacts deleting{.deleting = true, .terminal = true};
  EXPECT_EQ(decide(deleting, kFinished).act, Act::kConfirm);
  EXPECT_EQ(decide(deleting, over(kClaimed, JobState::kCancelled, seconds(9))).act, Act::kConfirm);
}

TEST(Decide, APodGoneFromTheApi) {
  const PodFacts gone{.exists = false};
  EXPECT_EQ(decide(gone, kNoAttempt).act, Act::kForget);
  EXPECT_EQ(decide(gone, with(kSubmitted, JobState::kPending)).act, Act::kRevoke);
  EXPECT_EQ(decide(gone, kRevoked).act, Act::kForget);
  EXPECT_EQ(decide(gone, with(kClaimed, JobState::kRunning)).act, Act::kStop);
  EXPECT_EQ(decide({.exists = false, .stop_asked = true}, with(kClaimed, JobState::kRunning)).act,
            Act::kForce);
  EXPECT_EQ(decide(gone, kFinished).act, Act::kForget);
}

TEST(Decide, ATerminalPodRunsNothing) {
  const PodFacts terminal{.terminal = true};
  EXPECT_EQ(decide(terminal, kNoAttempt).act, Act::kRest);
  EXPECT_EQ(decide(terminal, kFinished).act, Act::kRest);
  EXPECT_EQ(decide(terminal, with(kClaimed, JobState::kRunning)).act, Act::kStop);
  EXPECT_EQ(decide(terminal, with(kSubmitted, JobState::kPending)).act, Act::kRevoke);
}

}  // namespace
}  // namespace sluice::kubelet
