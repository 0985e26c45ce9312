// SPDX-License-Identifier: Apache-2.0
#include "kubelet/outcome.h"

#include <gtest/gtest.h>

namespace sluice::kubelet {
namespace {

using slurm::Job;
using slurm::JobState;

TEST(LostRunner, SlurmsStateBecomesTheReason) {
  const std::pair<JobState, std::string> rows[] = {
      {JobState::kCancelled, "Cancelled"},     {JobState::kTimeout, "TimeLimitExceeded"},
      {JobState::kOutOfMemory, "OOMKilled"},   {JobState::kNodeFail, "NodeLost"},
      {JobState::kPreempted, "Preempted"},     {JobState::kFailed, "JobLost"},
      {JobState::kCompleted, "JobLost"},       {JobState::kDeadline, "SlurmDeadlineMissed"},
      {JobState::kBootFail, "NodeBootFailed"}, {JobState::kRevoked, "Revoked"},
  };
  for (const auto& [state, reason] : rows) {
    const PodFailure failure = failure_of_lost_runner(Job{.id = 7, .state = state});
    EXPECT_EQ(failure.reason, reason);
    EXPECT_NE(failure.message.find("Slurm job 7"), std::string::npos);
  }
  EXPECT_EQ(failure_of_lost_runner(Job{.state = JobState::kOutOfMemory}).container_reason,
            "OOMKilled");
  EXPECT_TRUE(failure_of_lost_runner(Job{.state = JobState::kPreempted}).disruption);
  EXPECT_FALSE(failure_of_lost_runner(Job{.state = JobState::kTimeout}).disruption);
}

TEST(Interrupted, WhoCancelledItIsSaid) {
  const PodFailure failure = failure_of_interrupted(
      Job{.id = 7, .state = JobState::kCancelled, .nodes = "n1", .cancelled_by = "alice"});
  EXPECT_EQ(failure.reason, "Cancelled");
  EXPECT_EQ(failure.container_reason, "Cancelled");
  EXPECT_EQ(failure.message, "Slurm job 7 ended in state CANCELLED by alice on n1");
}

TEST(Interrupted, WithoutSlurmsWordItWasSomebody) {
  EXPECT_EQ(failure_of_interrupted(std::nullopt).reason, "Terminated");
  EXPECT_EQ(failure_of_interrupted(Job{.id = 7, .state = JobState::kFailed}).reason, "Terminated");
}

TEST(LostRunner, WithoutAJobNobodyKnows) {
  const PodFailure failure = failure_of_lost_runner(std::nullopt);
  EXPECT_EQ(failure.reason, "JobLost");
  EXPECT_EQ(failure.container_reason, "ContainerStatusUnknown");
}

TEST(LostRunner, ARequeueMayBeTheEnd) {
  const PodFailure failure =
      failure_of_lost_runner(Job{.id = 7, .state = JobState::kPending, .restarts = 1});
  EXPECT_EQ(failure.reason, "Requeued");
  EXPECT_TRUE(failure.disruption);
}

TEST(LostRunner, SlurmMayFailToStartItOnceMore) {
  const PodFailure failure = failure_of_lost_runner(Job{.id = 7,
                                                        .state = JobState::kPending,
                                                        .reason = "launch failed requeued held",
                                                        .held = true,
                                                        .restarts = 1});
  EXPECT_EQ(failure.reason, "LaunchFailed");
  EXPECT_EQ(
      failure.message,
      "Slurm requeued job 7, which could not be launched again (launch failed requeued held)");
  EXPECT_TRUE(failure.disruption);
}

TEST(LostRunner, AnAllocationThatGoesOnSaysNothing) {
  const PodFailure failure =
      failure_of_lost_runner(Job{.id = 7, .state = JobState::kRunning, .batch = false});
  EXPECT_EQ(failure.reason, "JobLost");
  EXPECT_EQ(failure.message, "the pod's runner stopped reporting though Slurm job 7 goes on");
}

TEST(Unstarted, TheScriptsOutputIsShown) {
  const PodFailure failure =
      failure_of_unstarted(Job{.id = 3, .state = JobState::kFailed}, "exec: not found");
  EXPECT_EQ(failure.reason, "LaunchFailed");
  EXPECT_NE(failure.message.find("exec: not found"), std::string::npos);
  EXPECT_EQ(failure_of_unstarted(Job{.state = JobState::kCancelled}, "").reason, "Cancelled");
}

TEST(Unstarted, TheExitCodeIsSaidAndAHeldJobHasNotEnded) {
  EXPECT_EQ(
      describe_unstarted(
          Job{.id = 12, .state = JobState::kFailed, .reason = "NonZeroExitCode", .exit_code = 127}),
      "Slurm job 12 ended in state FAILED (exit code 127) before the pod could start");
  EXPECT_EQ(describe_unstarted(Job{.id = 3, .state = JobState::kNodeFail, .reason = "NodeDown"}),
            "Slurm job 3 ended in state NODE_FAIL (NodeDown) before the pod could start");
  EXPECT_EQ(
      describe_unstarted(Job{.id = 4,
                             .state = JobState::kPending,
                             .reason = "launch failed requeued held",
                             .held = true}),
      "Slurm job 4 could not be launched (launch failed requeued held) before the pod could start");
}

TEST(Refusal, ImpossibleRequestsWaitAndBadFlagsFail) {
  const Error impossible{Code::kInvalid, "Requested node configuration is not available"};
  const Error nonsense{Code::kInvalid, "sbatch: unrecognized option '--nonsense'"};
  EXPECT_FALSE(classify_refusal(impossible, true).fails_the_pod);
  EXPECT_FALSE(classify_refusal(nonsense, false).fails_the_pod);
  EXPECT_TRUE(classify_refusal(nonsense, true).fails_the_pod);
  EXPECT_EQ(classify_refusal(nonsense, true).reason, "InvalidFlags");
}

}  // namespace
}  // namespace sluice::kubelet
