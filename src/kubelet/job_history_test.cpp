// SPDX-License-Identifier: Apache-2.0
#include "kubelet/job_history.h"

#include <gtest/gtest.h>

#include <atomic>
#include <semaphore>

#include "kubelet/job_identity.h"
#include "slurm/fake_slurm.h"

namespace sluice::kubelet {
namespace {

TEST(JobHistory, AllForgottenJobsAreAskedForInOneQuery) {
  constexpr int kPods = 20;
  RealClock clock;
  slurm::FakeSlurm slurm{clock};
  slurm.keep_accounts();
  std::atomic<int> queries = 0;
  slurm.on_call([&](std::string_view method) { queries += method == "remembered_jobs" ? 1 : 0; });
  std::counting_semaphore<> answers{0};
  JobHistory history(slurm, clock, "c", [&](const std::string&) { answers.release(); });

  for (int i = 0; i < kPods; ++i) {
    const pod::Attempt attempt{"u" + std::to_string(i), 1};
    const slurm::JobId id =
        slurm.submit({.name = "p", .comment = job_comment("c", attempt), .script = "#!/bin/sh\n"})
            .value();
    slurm.set_state(id, slurm::JobState::kDeadline);
    slurm.retire(id);
    history.ask(attempt, id, "p");
  }
  ASSERT_TRUE(history.start().has_value());
  for (int i = 0; i < kPods; ++i) {
    answers.acquire();
  }
  EXPECT_EQ(queries, 1);
  for (int i = 0; i < kPods; ++i) {
    const auto job = history.find({"u" + std::to_string(i), 1}).job;
    ASSERT_TRUE(job);
    EXPECT_EQ(job->state, slurm::JobState::kDeadline);
  }
  history.request_stop();
  EXPECT_TRUE(history.await_stopped(clock.steady() + std::chrono::minutes(1)));
}

}  // namespace
}  // namespace sluice::kubelet
