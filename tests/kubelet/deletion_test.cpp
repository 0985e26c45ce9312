// SPDX-License-Identifier: Apache-2.0
#include <signal.h>

#include <atomic>
#include <latch>

#include "kubelet_world.h"

namespace sluice {
namespace {

using pod::ContainerState;

class Deletion : public KubeletWorld {
 protected:
  Deletion() { start_kubelet(); }

  slurm::Job run(const client::Object& pod) {
    slurm::Job job = await_job(comment(pod));
    slurm_.run();
    EXPECT_TRUE(claim(attempt_dir(pod)));
    report(pod, ContainerState::kRunning);
    await_phase("p", "Running");
    return job;
  }
  bool is_over(slurm::JobId id) {
    for (const slurm::Job& job : slurm_.all_jobs()) {
      if (job.id == id) {
        return slurm::is_final(job.state);
      }
    }
    return true;
  }
};

TEST_F(Deletion, APendingPodsJobIsCancelledAndNothingIsLeft) {
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  delete_pod("p");
  await_gone("p");
  await([&] { return is_over(job.id); });
  await([&] { return !std::filesystem::exists(attempt_dir(pod).parent_path()); });
}

TEST_F(Deletion, ARunningPodIsAskedToStopAndGoesWhenItHas) {
  const client::Object pod = create_pod("p");
  const slurm::Job job = run(pod);
  delete_pod("p", 7);
  await([&] { return !slurm_.signals().empty(); });
  EXPECT_EQ(slurm_.signals()[0], std::make_pair(job.id, SIGTERM));
  EXPECT_EQ(**pod::read_stop(attempt_dir(pod)), 7);
  EXPECT_TRUE(client_.get(api::kinds::pod(), {"default", "p"}).has_value());
  report(pod, ContainerState::kTerminated, 143);
  slurm_.finish(job.id, 1);
  await_gone("p");
}

// The runner may be faster than the kubelet's first question about its job.
TEST_F(Deletion, APodOfWhichSlurmctldHasNotBeenAskedYetIsSignalledAllTheSame) {
  std::atomic<bool> submitted = false;
  std::latch answered(1);
  slurm_.on_call([&](std::string_view method) {
    if (method == "submit") {
      submitted = true;
    } else if (method == "jobs" && submitted) {
      answered.wait();
    }
  });
  const client::Object pod = create_pod("p");
  const slurm::Job job = await_job(comment(pod));
  slurm_.run();
  EXPECT_TRUE(claim(attempt_dir(pod)));
  report(pod, ContainerState::kRunning);
  delete_pod("p", 7);
  await([&] { return pod::read_stop(attempt_dir(pod)).value_or(std::nullopt).has_value(); });
  EXPECT_TRUE(slurm_.signals().empty());
  answered.count_down();
  await([&] { return !slurm_.signals().empty(); });
  EXPECT_EQ(slurm_.signals()[0], std::make_pair(job.id, SIGTERM));
}

TEST_F(Deletion, AForcedDeletionCancelsTheJobAtOnce) {
  const client::Object pod = create_pod("p");
  const slurm::Job job = run(pod);
  delete_pod("p", 0);
  await([&] { return is_over(job.id); });
}

TEST_F(Deletion, WhatWasForcedWhileTheKubeletWasAwayIsCleanedUp) {
  const client::Object pod = create_pod("p");
  const slurm::Job job = run(pod);
  kill_kubelet();
  delete_pod("p", 0);
  start_kubelet();
  await([&] { return is_over(job.id); });
}

TEST_F(Deletion, ADeadSlurmctldDelaysButDoesNotForget) {
  const client::Object pod = create_pod("p");
  const slurm::Job job = run(pod);
  slurm_.set_unavailable(true);
  delete_pod("p", 0);
  await_gone("p");
  slurm_.set_unavailable(false);
  await([&] { return is_over(job.id); });
}

}  // namespace
}  // namespace sluice
