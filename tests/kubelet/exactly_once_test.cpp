// SPDX-License-Identifier: Apache-2.0
// The kubelet dies and slurmctld forgets, at every point of a pod's life that matters.
#include <atomic>

#include "api/meta.h"
#include "json/text.h"
#include "kubelet_world.h"

namespace sluice {
namespace {

using pod::ContainerState;

class ExactlyOnce : public KubeletWorld {
 protected:
  void write_intent(const client::Object& pod) {
    const pod::PodSpec spec{.ns = "default",
                            .name = "p",
                            .attempt = {api::uid(pod), 1},
                            .restart_policy = "Never",
                            .containers = {{.name = "main", .argv = {"true"}}}};
    ASSERT_TRUE(make_directory(attempt_dir(pod)).has_value());
    ASSERT_TRUE(write_file_atomic(attempt_dir(pod) / "spec.json", json::write(pod::to_json(spec)))
                    .has_value());
  }
  slurm::JobId submit_for(const client::Object& pod) {
    return slurm_.submit({.name = "default/p", .comment = comment(pod), .script = "#!/bin/sh\n"})
        .value();
  }
};

TEST_F(ExactlyOnce, KilledAfterIntentTheAttemptIsRevokedAndReplaced) {
  const client::Object pod = create_pod("p");
  write_intent(pod);
  start_kubelet();
  await_job(comment(pod, 2));
  EXPECT_EQ((*pod::read_claim(attempt_dir(pod, 1)))->owner, "kubelet");
  EXPECT_FALSE(claim(attempt_dir(pod, 1)));
}

TEST_F(ExactlyOnce, KilledAfterSubmissionTheJobIsAdopted) {
  const client::Object pod = create_pod("p");
  write_intent(pod);
  const slurm::JobId id = submit_for(pod);
  start_kubelet();
  await_pod("p", [&](const client::Object& object) {
    return api::annotation(object, "sluice.dev/job-id") == std::to_string(id);
  });
  EXPECT_EQ(slurm_.submissions(), 1);
  EXPECT_TRUE(claim(attempt_dir(pod, 1)));
}

TEST_F(ExactlyOnce, KilledWhileItRanAndFinishedTheOutcomeIsFound) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  kill_kubelet();
  slurm_.run();
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kTerminated);
  slurm_.finish(job.id, 0);
  start_kubelet();
  await_phase("p", "Succeeded");
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(ExactlyOnce, AForgottenJobThatNeverStartedIsReplacedAndCannotRunLate) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  slurm_.forget(job.id);
  await_job(comment(pod, 2));
  EXPECT_FALSE(claim(attempt_dir(pod, 1)));
  EXPECT_TRUE(claim(attempt_dir(pod, 2)));
}

TEST_F(ExactlyOnce, AForgottenJobThatRunsIsFollowedByItsFile) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  slurm_.run();
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kRunning);
  await_phase("p", "Running");
  slurm_.forget(job.id);
  report(pod, ContainerState::kTerminated);
  await_phase("p", "Succeeded");
  EXPECT_EQ(slurm_.submissions(), 1);
}

TEST_F(ExactlyOnce, AJobIdGivenOutAgainIsNotMistakenForThePods) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  slurm_.forget(job.id);
  const auto foreign = slurm_.submit({.name = "other", .comment = "mine", .script = "#!/bin/sh\n"});
  ASSERT_EQ(*foreign, job.id);
  await_job(comment(pod, 2));
  delete_pod("p");
  await_gone("p");
  await([&] { return slurm::is_final(find_job(comment(pod, 2))->state); });
  EXPECT_FALSE(slurm::is_final(find_job("mine")->state));
}

// slurmctld dies between its answer and our next request, and comes back with a job of somebody
// else under the same id.
TEST_F(ExactlyOnce, AJobIdGivenOutAgainIsNeitherSignalledNorCancelled) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  slurm_.run();
  ASSERT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kRunning);
  await_phase("p", "Running");
  std::atomic<bool> swapped = false;
  slurm_.on_call([&](std::string_view method) {
    if ((method == "job" || method == "signal" || method == "cancel") && !swapped.exchange(true)) {
      slurm_.forget(job.id);
      EXPECT_EQ(
          slurm_.start_now({.name = "other", .comment = "mine", .script = "#!/bin/sh\n"}).value(),
          job.id);
    }
  });
  delete_pod("p", 0);
  await([&] { return swapped.load(); });
  report(pod, ContainerState::kTerminated);
  await_gone("p");
  EXPECT_TRUE(slurm_.signals().empty());
  EXPECT_FALSE(slurm::is_final(find_job("mine")->state));
  kill_kubelet();  // it calls us
}

TEST_F(ExactlyOnce, AStrayWhoseIdWasGivenOutAgainIsNotCancelled) {
  const auto stray =
      slurm_.submit({.name = "x", .comment = "sluice:test:gone:1", .script = "#!/bin/sh\n"});
  std::atomic<bool> swapped = false;
  slurm_.on_call([&](std::string_view method) {
    if ((method == "job" || method == "cancel") && !swapped.exchange(true)) {
      slurm_.forget(*stray);
      EXPECT_EQ(
          slurm_.submit({.name = "other", .comment = "mine", .script = "#!/bin/sh\n"}).value(),
          *stray);
    }
  });
  start_kubelet();
  await([&] { return swapped.load(); });
  kill_kubelet();
  EXPECT_FALSE(slurm::is_final(find_job("mine")->state));
}

TEST_F(ExactlyOnce, ALaunchThatFailedIsTriedAgain) {
  start_kubelet();
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  slurm_.set_state(job.id, slurm::JobState::kNodeFail, "NodeDown");
  await_job(comment(pod, 2));
  EXPECT_EQ((*pod::read_claim(attempt_dir(pod, 1)))->launch_failures, 1);
}

TEST_F(ExactlyOnce, JobsOfPodsThatAreGoneAreCancelled) {
  const auto stray =
      slurm_.submit({.name = "x", .comment = "sluice:test:gone:1", .script = "#!/bin/sh\n"});
  const auto foreign =
      slurm_.submit({.name = "y", .comment = "sluice:other:gone:1", .script = "#!/bin/sh\n"});
  start_kubelet();
  await([&] { return slurm::is_final(find_job("sluice:test:gone:1")->state); });
  EXPECT_FALSE(slurm::is_final(find_job("sluice:other:gone:1")->state));
}

TEST_F(ExactlyOnce, ManyPodsThroughManyRestarts) {
  constexpr int kPods = 20;
  std::vector<client::Object> pods;
  for (int round = 0; round < 5; ++round) {
    start_kubelet();
    for (int i = 0; i < kPods / 5; ++i) {
      pods.push_back(create_pod("p" + std::to_string(pods.size())));
    }
    kill_kubelet();  // at whatever point it is
  }
  start_kubelet();
  int ran = 0;
  for (const client::Object& pod : pods) {
    await([&] {
      slurm_.run();
      for (std::int64_t attempt = 1; attempt < 10; ++attempt) {
        const auto job = find_job(comment(pod, attempt));
        if (job && job->state == slurm::JobState::kRunning && claim(attempt_dir(pod, attempt))) {
          ++ran;
          report(pod, ContainerState::kTerminated, 0, attempt);
          slurm_.finish(job->id, 0);
          return true;
        }
      }
      return false;
    });
    await_phase(api::name(pod), "Succeeded");
  }
  EXPECT_EQ(ran, kPods);
}

}  // namespace
}  // namespace sluice
