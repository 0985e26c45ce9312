// SPDX-License-Identifier: Apache-2.0
// Pods that do not wait for slurmctld's tick: each in an allocation that is granted at once.
#include <signal.h>

#include <atomic>

#include "api/meta.h"
#include "json/text.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

using pod::ContainerState;

class StartAtOnce : public KubeletWorld {
 protected:
  StartAtOnce() { options_.startup = kubelet::Startup::kAllocate; }

  client::Object run_pod(const std::string& name) {
    const client::Object pod = create_pod(name);
    await_job(comment(pod));
    EXPECT_TRUE(claim(attempt_dir(pod)));
    report(pod, ContainerState::kRunning);
    await_phase(name, "Running");
    return pod;
  }

  // What a kubelet that died between the two requests leaves behind.
  slurm::JobId leave_bare_allocation(const client::Object& pod) {
    const pod::PodSpec spec{.ns = "default",
                            .name = "p",
                            .attempt = {api::uid(pod), 1},
                            .restart_policy = "Never",
                            .containers = {{.name = "main", .argv = {"true"}}}};
    EXPECT_TRUE(make_directory(attempt_dir(pod)).has_value());
    EXPECT_TRUE(write_file_atomic(attempt_dir(pod) / "spec.json", json::write(pod::to_json(spec)))
                    .has_value());
    return slurm_.start_now({.name = "p", .comment = comment(pod), .script = "#!/bin/sh\n"})
        .value()
        .value();
  }
};

TEST_F(StartAtOnce, APodRunsWithoutWaitingInTheQueue) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  EXPECT_EQ(job.state, slurm::JobState::kRunning);
  EXPECT_FALSE(job.batch);
  EXPECT_TRUE(slurm_.request(job.id).script.ends_with(" --allocation '" + job.comment + "'\n"));
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kTerminated);
  ASSERT_TRUE(slurm_.complete(job.id, 0).has_value());
  await_phase("p", "Succeeded");
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(StartAtOnce, APodThatFindsNothingFreeWaitsInTheQueueAsTheSameAttempt) {
  ASSERT_TRUE(slurm_.submit({.name = "x", .comment = "other", .script = "#!/bin/sh\n"}));
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  EXPECT_EQ(job.state, slurm::JobState::kPending);
  EXPECT_TRUE(job.batch);
  EXPECT_EQ(slurm_.request(job.id).script.find(" --allocation "), std::string::npos);
}

TEST_F(StartAtOnce, APodSaysHowItStarts) {
  start_kubelet();
  const client::Object batch = create_pod("b", "{}", R"({"sluice.dev/startup":"batch"})");
  EXPECT_TRUE(await_job(comment(batch)).batch);
  create_pod("bad", "{}", R"({"sluice.dev/startup":"soon"})");
  const client::Object failed = await_phase("bad", "Failed");
  EXPECT_EQ(failed.at("status", "message").as_string(),
            "annotation sluice.dev/startup: expected auto, batch or allocate, got \"soon\"");
}

TEST_F(StartAtOnce, WithoutAnAnswerTheAttemptIsFoundOrReplaced) {
  slurm_.on_call([&](std::string_view method) {
    if (method == "start_now") {
      slurm_.fail_next({Code::kUnavailable, "srun did not start the job within 10 s"});
    }
  });
  start_kubelet();
  const client::Object pod = create_pod("p");
  await([&] {
    const auto claimed = pod::read_claim(attempt_dir(pod, 1));
    return claimed && *claimed && (*claimed)->owner == "kubelet";
  });
  slurm_.on_call(nullptr);
  await([&] { return find_job(comment(pod, 2)) || find_job(comment(pod, 3)); });
}

TEST_F(StartAtOnce, KilledBetweenAllocationAndStepTheStepThatStillComesIsAdopted) {
  const client::Object pod = create_pod("p");
  const slurm::JobId id = leave_bare_allocation(pod);
  start_kubelet();
  await_pod("p", [&](const client::Object& object) {
    return api::annotation(object, "sluice.dev/job-id") == std::to_string(id);
  });
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kRunning);
  await_phase("p", "Running");
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(StartAtOnce, KilledBetweenAllocationAndStepTheAllocationIsGivenBackAndThePodStartsAgain) {
  const client::Object pod = create_pod("p");
  const slurm::JobId id = leave_bare_allocation(pod);
  options_.limits.launch = std::chrono::milliseconds(100);
  start_kubelet();
  await([&] { return slurm::is_final(find_job(comment(pod, 1))->state); });
  EXPECT_EQ(find_job(comment(pod, 1))->id, id);
  EXPECT_FALSE(claim(attempt_dir(pod, 1)));
  await_job(comment(pod, 2));
  EXPECT_TRUE(claim(attempt_dir(pod, 2)));
}

TEST_F(StartAtOnce, APodIsAdoptedAfterARestart) {
  start_kubelet();
  const client::Object pod = run_pod("p");
  kill_kubelet();
  start_kubelet();
  report(pod, ContainerState::kTerminated);
  ASSERT_TRUE(slurm_.complete(find_job(comment(pod))->id, 0).has_value());
  await_phase("p", "Succeeded");
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(StartAtOnce, ARunnerThatFellSilentIsLostThoughItsAllocationGoesOn) {
  options_.limits.heartbeat_lost = std::chrono::milliseconds(300);
  start_kubelet();
  const client::Object pod = run_pod("p");
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "JobLost");
  await([&] { return slurm::is_final(find_job(comment(pod))->state); });
  EXPECT_EQ(slurm_.submissions(), 1);
}

// slurmctld cancelled it, was killed, and came back with what it had saved before.
TEST_F(StartAtOnce, APodWhoseEndSlurmForgotHasEnded) {
  options_.limits.left_behind = std::chrono::milliseconds(300);
  start_kubelet();
  const client::Object pod = run_pod("p");
  report_interruption(pod);
  const client::Object failed = await_phase("p", "Failed");
  EXPECT_EQ(failed.at("status", "reason").as_string(), "Terminated");
  await([&] { return slurm::is_final(find_job(comment(pod))->state); });
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(StartAtOnce, AnAllocationTheRunnerCouldNotGiveBackIsTakenBack) {
  start_kubelet();
  const client::Object pod = run_pod("p");
  report(pod, ContainerState::kTerminated);
  await_phase("p", "Succeeded");
  await([&] { return slurm::is_final(find_job(comment(pod))->state); });
}

TEST_F(StartAtOnce, ADeletedPodsRunnerIsToldByASignalNobodyElseHears) {
  start_kubelet();
  const client::Object pod = run_pod("p");
  delete_pod("p");
  await([&] { return !slurm_.signals().empty(); });
  EXPECT_EQ(slurm_.signals().front(), std::pair(find_job(comment(pod))->id, SIGURG));
  EXPECT_TRUE((*pod::read_stop(attempt_dir(pod))).has_value());
  report(pod, ContainerState::kTerminated);
  await_gone("p");
  await([&] { return slurm::is_final(find_job(comment(pod))->state); });
}

TEST_F(StartAtOnce, LeftToItselfItTriesOnlyWhileNoPodWaits) {
  std::atomic<int> queries = 0;
  slurm_.on_call([&](std::string_view method) { queries += method == "jobs" ? 1 : 0; });
  options_.startup = kubelet::Startup::kAuto;
  start_kubelet();
  const client::Object first = create_pod("a", "{}", R"({"sluice.dev/startup":"batch"})");
  await_job(comment(first));
  const client::Object second = create_pod("b");
  EXPECT_TRUE(await_job(comment(second)).batch);
  slurm_.run();
  // Who asks again has heard the answer to what was asked after that.
  const int before = queries;
  await([&] { return queries >= before + 3; });
  const client::Object third = create_pod("c");
  EXPECT_FALSE(await_job(comment(third)).batch);
  kill_kubelet();  // it calls us
}

}  // namespace
}  // namespace sluice
