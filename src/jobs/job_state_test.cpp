// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_state.h"

#include <gtest/gtest.h>

#include "slurm/job_state.h"

namespace sluice::jobs {
namespace {

using slurm::JobState;

TEST(JobStates, EveryStateOfSlurmIsShown) {
  for (int i = 0; i <= static_cast<int>(JobState::kUnknown); ++i) {
    const slurm::Job job{.state = static_cast<JobState>(i), .reason = "Resources"};
    EXPECT_FALSE(shown(job).state.empty());
    if (job.state != JobState::kUnknown) {
      EXPECT_EQ(is_over(shown(job).state), is_final(job.state)) << to_string(job.state);
    }
  }
}

TEST(JobStates, AStateOfDaysToComeIsAJobThatGoesOn) {
  const Shown look = shown({.state = static_cast<JobState>(99)});
  EXPECT_EQ(look.state, "RUNNING");
  EXPECT_EQ(look.reason, "UNKNOWN");
}

// By Slurm's own word for each, as all of its interfaces have it.
TEST(JobStates, StatesOfSlurmAloneAreReasons) {
  struct Row {
    std::string word;
    std::string state;
    std::string reason;
  };
  for (const Row& row : {Row{"PENDING", "PENDING", "Priority"},
                         {"RUNNING", "RUNNING", "Priority"},
                         {"COMPLETED", "COMPLETED", "Priority"},
                         {"FAILED", "FAILED", "Priority"},
                         {"CANCELLED", "CANCELLED", "Priority"},
                         {"TIMEOUT", "FAILED", "TIMEOUT"},
                         {"OUT_OF_MEMORY", "FAILED", "OUT_OF_MEMORY"},
                         {"NODE_FAIL", "FAILED", "NODE_FAIL"},
                         {"BOOT_FAIL", "FAILED", "BOOT_FAIL"},
                         {"DEADLINE", "FAILED", "DEADLINE"},
                         {"PREEMPTED", "CANCELLED", "PREEMPTED"},
                         {"SUSPENDED", "RUNNING", "SUSPENDED"},
                         {"COMPLETING", "RUNNING", "COMPLETING"},
                         {"CONFIGURING", "PENDING", "CONFIGURING"}}) {
    const Shown look = shown({.state = slurm::parse_job_state(row.word), .reason = "Priority"});
    EXPECT_EQ(look.state, row.state) << row.word;
    EXPECT_EQ(look.reason, row.reason) << row.word;
  }
  EXPECT_EQ(shown({.state = JobState::kRunning, .reason = "None"}).reason, "");
}

TEST(JobStates, ARequeuedJobWaitsWithThatReasonUntilSlurmHasABetterOne) {
  slurm::Job job{.state = slurm::parse_job_state("REQUEUED"), .reason = "None"};
  EXPECT_EQ(shown(job).state, "PENDING");
  EXPECT_EQ(shown(job).reason, "");
  job.restarts = 1;
  EXPECT_EQ(shown(job).state, "PENDING");
  EXPECT_EQ(shown(job).reason, "REQUEUED");
  job.reason = "BeginTime";
  EXPECT_EQ(shown(job).reason, "REQUEUED");
  job.reason = "Resources";
  EXPECT_EQ(shown(job).reason, "Resources");
  job.state = JobState::kRunning;
  job.reason = "None";
  EXPECT_EQ(shown(job).reason, "");
}

TEST(JobStates, TimesAreWrittenAsSqueueDoes) {
  using std::chrono::seconds;
  EXPECT_EQ(elapsed_text(seconds(0)), "0:00");
  EXPECT_EQ(elapsed_text(seconds(-5)), "0:00");
  EXPECT_EQ(elapsed_text(seconds(42)), "0:42");
  EXPECT_EQ(elapsed_text(seconds(3603)), "1:00:03");
  EXPECT_EQ(elapsed_text(seconds(2 * 86400 + 61)), "2-00:01:01");
}

}  // namespace
}  // namespace sluice::jobs
