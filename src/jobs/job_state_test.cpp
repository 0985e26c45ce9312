// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_state.h"

#include <gtest/gtest.h>

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

TEST(JobStates, StatesOfSlurmAloneAreReasons) {
  EXPECT_EQ(shown({.state = JobState::kTimeout, .reason = "TimeLimit"}).state, "FAILED");
  EXPECT_EQ(shown({.state = JobState::kTimeout, .reason = "TimeLimit"}).reason, "TIMEOUT");
  EXPECT_EQ(shown({.state = JobState::kPreempted}).state, "CANCELLED");
  EXPECT_EQ(shown({.state = JobState::kSuspended}).reason, "SUSPENDED");
  EXPECT_EQ(shown({.state = JobState::kPending, .reason = "Priority"}).reason, "Priority");
  EXPECT_EQ(shown({.state = JobState::kRunning, .reason = "None"}).reason, "");
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
