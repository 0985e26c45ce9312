// SPDX-License-Identifier: Apache-2.0
#include "jobs/seen_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice::jobs {
namespace {

using slurm::JobState;
using testing::ElementsAre;

slurm::Job task(slurm::JobId id, const std::string& indices, JobState state, int exit_code = 0) {
  slurm::Job job{.id = id, .state = state, .exit_code = exit_code};
  job.array_job = 9;
  job.array_tasks = indices;
  return job;
}

TEST(SeenRun, OfSeveralJobsTheYoungestCounts) {
  const SeenRun seen = summary_of({{.id = 7}, {.id = 8}, {.id = 6}});
  EXPECT_EQ(seen.job.id, 8U);
  EXPECT_TRUE(seen.tasks.empty());
}

TEST(SeenRun, TasksOfAnArrayAreOneRun) {
  const SeenRun seen =
      summary_of({task(10, "0", JobState::kCompleted), task(11, "1", JobState::kTimeout, 3),
                  task(9, "4-5%2", JobState::kPending), task(12, "2", JobState::kRunning),
                  task(13, "3", JobState::kPreempted)});
  EXPECT_EQ(seen.job.id, 9U);
  EXPECT_EQ(seen.job.state, JobState::kRunning);
  EXPECT_EQ(seen.job.exit_code, 3);
  EXPECT_THAT(seen.tasks.pending, ElementsAre(4, 5));
  EXPECT_THAT(seen.tasks.running, ElementsAre(2));
  EXPECT_THAT(seen.tasks.completed, ElementsAre(0));
  EXPECT_THAT(seen.tasks.failed, ElementsAre(1));
  EXPECT_THAT(seen.tasks.cancelled, ElementsAre(3));
}

TEST(SeenRun, AnArrayEndsAsItsWorstTask) {
  EXPECT_EQ(summary_of({task(10, "0", JobState::kCompleted), task(9, "1", JobState::kCompleted)})
                .job.state,
            JobState::kCompleted);
  EXPECT_EQ(summary_of({task(10, "0", JobState::kCompleted), task(9, "1", JobState::kCancelled)})
                .job.state,
            JobState::kCancelled);
  EXPECT_EQ(
      summary_of({task(10, "0", JobState::kFailed), task(9, "1", JobState::kCancelled)}).job.state,
      JobState::kFailed);
}

// slurmdbd's own order is nobody's promise.
TEST(SeenRun, OfARequeuedJobTheRunSubmittedLastCountsInWhateverOrder) {
  const auto at = [](slurm::Job job, int second) {
    job.submitted = WallTime(std::chrono::seconds(second));
    return job;
  };
  const slurm::Job lost = at({.id = 7, .state = JobState::kNodeFail, .exit_code = 1}, 100);
  const slurm::Job good = at({.id = 7, .state = JobState::kCompleted}, 200);
  EXPECT_EQ(summary_of({lost, good}).job.state, JobState::kCompleted);
  EXPECT_EQ(summary_of({good, lost}).job.state, JobState::kCompleted);
  const slurm::Job failed = at(task(10, "0", JobState::kFailed, 3), 100);
  const slurm::Job again = at(task(10, "0", JobState::kCompleted), 200);
  const slurm::Job other = at(task(9, "1", JobState::kCompleted), 100);
  for (const auto& order : {std::vector{failed, again, other}, {again, failed, other}}) {
    const SeenRun seen = summary_of(order);
    EXPECT_EQ(seen.job.state, JobState::kCompleted);
    EXPECT_EQ(seen.job.exit_code, 0);
    EXPECT_THAT(seen.tasks.completed, ElementsAre(0, 1));
  }
}

TEST(SeenRun, TheLastWordAboutATaskCounts) {
  const SeenRun seen =
      summary_of({task(10, "0", JobState::kFailed), task(10, "0", JobState::kCompleted)});
  EXPECT_THAT(seen.tasks.failed, ElementsAre());
  EXPECT_EQ(seen.job.state, JobState::kCompleted);
}

}  // namespace
}  // namespace sluice::jobs
