// SPDX-License-Identifier: Apache-2.0
// What Slurm does to a pod's job without being asked, and what becomes of the pod.

#include "api/meta.h"
#include "kubelet_world.h"
#include "pod/status_file.h"

namespace sluice {
namespace {

using pod::ContainerState;
using slurm::JobState;

class SlurmTruth : public KubeletWorld {
 protected:
  client::Object run_pod() {
    client::Object pod = create_pod("p");
    job_ = await_job(comment(pod));
    slurm_.run();
    EXPECT_TRUE(claim(attempt_dir(pod)));
    report(pod, ContainerState::kRunning);
    await_phase("p", "Running");
    return pod;
  }

  // The next run of a requeued job.
  bool claim_again(const client::Object& pod) {
    return pod::write_claim(attempt_dir(pod), {.owner = "runner", .restarts = 1, .place = 1})
        .has_value();
  }
  void report_again(const client::Object& pod, ContainerState state) {
    pod::PodReport report = *pod::read_status(attempt_dir(pod));
    report.sequence = ++sequence_;
    report.finished = state == ContainerState::kTerminated;
    report.interrupted.reset();
    report.restarts = 1;
    report.containers = {{.name = "main", .state = state, .reason = "Completed", .restarts = 1}};
    ASSERT_TRUE(pod::StatusFile(attempt_dir(pod)).append(report).has_value());
  }

  std::string condition(const client::Object& object, std::string_view type) {
    const json::Value* found = api::condition(object, type);
    return found == nullptr ? "" : found->at("status").as_string();
  }
  client::Object await_reason(std::string_view reason, Place place = Place::current()) {
    return await_pod(
        "p",
        [&](const client::Object& object) {
          return object.at("status", "reason").as_string() == reason;
        },
        place);
  }

  slurm::Job job_;
};

TEST_F(SlurmTruth, WhatEndsAPodFromOutsideIsItsReason) {
  start_kubelet();
  const client::Object pod = run_pod();
  report_interruption(pod);
  slurm_.set_state(job_.id, JobState::kPreempted);
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "Preempted");
  EXPECT_EQ(condition(failed, "DisruptionTarget"), "True");
  const json::Value& state =
      failed.at("status", "containerStatuses").as_array()[0].at("state", "terminated");
  EXPECT_EQ(state.at("reason").as_string(), "Preempted");
  EXPECT_EQ(state.at("exitCode").as_int(), 143);
  EXPECT_FALSE(claim_again(pod));  // should somebody requeue it now, it does not run
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(SlurmTruth, ARequeuedPodWaitsAgainAndStartsOnceMore) {
  start_kubelet();
  const client::Object pod = run_pod();
  report_interruption(pod);
  slurm_.requeue(job_.id);
  const client::Object waits = await_phase("p", "Pending");
  EXPECT_EQ(waiting_reason(waits), "InSlurmQueue");
  const json::Value& status = waits.at("status", "containerStatuses").as_array()[0];
  EXPECT_EQ(status.at("lastState", "terminated", "exitCode").as_int(), 143);
  await_event("p", "Requeued");
  slurm_.run();
  ASSERT_TRUE(claim_again(pod));
  report_again(pod, ContainerState::kRunning);
  await_phase("p", "Running");
  report_again(pod, ContainerState::kTerminated);
  slurm_.finish(job_.id, 0);
  const client::Object done = await_phase("p", "Succeeded");
  EXPECT_EQ(done.at("status", "containerStatuses").as_array()[0].at("restartCount").as_int(), 1);
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(SlurmTruth, APodThatMayRunOnlyOnceFailsWhenItsJobIsRequeued) {
  start_kubelet();
  const client::Object pod = create_pod("p", "{}", R"({"sluice.dev/requeue":"false"})");
  job_ = await_job(comment(pod));
  slurm_.run();
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kRunning);
  report_interruption(pod);
  slurm_.requeue(job_.id);
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "Requeued");
  EXPECT_FALSE(claim_again(pod));
  await([&] { return slurm::is_final(find_job(comment(pod))->state); });
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(SlurmTruth, ARequeuedPodThatCannotBeLaunchedAgainFails) {
  start_kubelet();
  const client::Object pod = run_pod();
  report_interruption(pod);
  slurm_.requeue(job_.id);
  slurm_.change(job_.id, [](slurm::Job& job) {
    job.held = true;
    job.reason = "launch failed requeued held";
  });
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "LaunchFailed");
  await([&] { return slurm::is_final(find_job(comment(pod))->state); });
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(SlurmTruth, APodThatIsDeletedWhileItsJobIsRequeuedDoesNotRunAgain) {
  start_kubelet();
  const client::Object pod = run_pod();
  report_interruption(pod);
  slurm_.requeue(job_.id);
  await_phase("p", "Pending");
  delete_pod("p");
  await_gone("p");
  EXPECT_FALSE(claim_again(pod));
  await([&] { return slurm::is_final(find_job(comment(pod))->state); });
}

TEST_F(SlurmTruth, WhoCancelledAWaitingPodIsFoundInTheAccounts) {
  slurm_.keep_accounts("alice");
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  kill_kubelet();
  ASSERT_TRUE(slurm_.cancel(job.id).has_value());
  slurm_.retire(job.id);
  start_kubelet();
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "Cancelled");
  EXPECT_NE(failed.at("status", "message").as_string().find("CANCELLED by alice"),
            std::string::npos);
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(SlurmTruth, AccountingThatDoesNotAnswerDelaysNothingForLong) {
  slurm_.keep_accounts();
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  slurm_.on_call([&](std::string_view method) {
    if (method == "remembered_jobs") {
      slurm_.fail_next({Code::kUnavailable, "Problem talking to the database"});
    }
  });
  slurm_.forget(job.id);
  await_job(comment(pod, 2));
  slurm_.on_call({});
}

TEST_F(SlurmTruth, HoldsAndSuspensionsAreShownAndEnd) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  job_ = await_job(comment(pod));
  slurm_.hold(job_.id);
  const client::Object held = await_reason("JobHeld");
  EXPECT_EQ(waiting_reason(held), "JobHeld");
  await_event("p", "JobHeld");
  slurm_.release(job_.id);
  await_reason("InSlurmQueue");
  slurm_.run();
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kRunning);
  await_phase("p", "Running");
  slurm_.set_state(job_.id, JobState::kSuspended);
  EXPECT_EQ(condition(await_reason("Suspended"), "sluice.dev/JobRunning"), "False");
  slurm_.set_state(job_.id, JobState::kRunning);
  const client::Object runs = await_reason("");
  EXPECT_EQ(runs.at("status", "phase").as_string(), "Running");
  EXPECT_EQ(condition(runs, "sluice.dev/JobRunning"), "True");
  EXPECT_EQ(api::annotation(runs, "sluice.dev/job-nodes"), "n1");
  await_event("p", "Resumed");
}

TEST_F(SlurmTruth, ThePodsRunnerIsToldItsTimeLimitAndWhenItMoves) {
  start_kubelet();
  const client::Object pod = create_pod("p", R"({"activeDeadlineSeconds":3570})");
  job_ = await_job(comment(pod));
  slurm_.run();
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kRunning);
  const auto seconds = [&] {
    const auto limit = pod::read_limit(attempt_dir(pod));
    return limit && *limit ? (*limit)->seconds : 0;
  };
  await([&] { return seconds() == 3600; });
  slurm_.change(job_.id, [](slurm::Job& job) {
    job.time_limit_seconds = 7200;
    job.must_end = *job.started + std::chrono::hours(2);
  });
  await([&] { return seconds() == 7200; });
}

}  // namespace
}  // namespace sluice
