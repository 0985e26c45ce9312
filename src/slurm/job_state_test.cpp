// SPDX-License-Identifier: Apache-2.0
#include "slurm/job_state.h"

#include <gtest/gtest.h>

namespace sluice::slurm {
namespace {

TEST(JobState, EveryStateReadsItsOwnWord) {
  for (int i = 0; i <= static_cast<int>(JobState::kUnknown); ++i) {
    const auto state = static_cast<JobState>(i);
    EXPECT_EQ(parse_job_state(to_string(state)), state) << to_string(state);
  }
}

TEST(JobState, FlagsMeanTheStateTheyStandFor) {
  EXPECT_EQ(parse_job_state("REQUEUE_HOLD"), JobState::kPending);
  EXPECT_EQ(parse_job_state("STAGE_OUT"), JobState::kCompleting);
}

TEST(JobState, AnUnknownWordIsNeverGuessed) {
  EXPECT_EQ(parse_job_state("QUANTUM"), JobState::kUnknown);
  EXPECT_EQ(parse_job_state(""), JobState::kUnknown);
}

TEST(JobState, OnlyEndedJobsAreFinal) {
  EXPECT_TRUE(is_final(JobState::kCompleted));
  EXPECT_TRUE(is_final(JobState::kDeadline));
  EXPECT_TRUE(is_final(JobState::kRevoked));
  EXPECT_FALSE(is_final(JobState::kCompleting));
  EXPECT_FALSE(is_final(JobState::kPending));
  EXPECT_FALSE(is_final(JobState::kUnknown));
}

TEST(JobState, TimesMeanWhatTheStateSays) {
  Job pending{.state = JobState::kPending};
  set_times(pending, 1, 2, 3);
  EXPECT_TRUE(pending.submitted && pending.expected_start && !pending.started && !pending.ended);
  Job running{.state = JobState::kRunning};
  set_times(running, 1, 2, 3);
  EXPECT_TRUE(running.started && !running.expected_start && !running.ended);
  EXPECT_FALSE(running.must_end.has_value());
  running.time_limit_seconds = 60;
  set_times(running, 1, 2, 62);
  EXPECT_EQ(running.must_end, WallTime(std::chrono::seconds(62)));
  Job over{.state = JobState::kFailed};
  set_times(over, 1, 2, 3);
  EXPECT_TRUE(over.started && over.ended);
  set_times(over, 0, -1, INT64_MAX);
  EXPECT_TRUE(!over.submitted && !over.started && !over.ended);
}

}  // namespace
}  // namespace sluice::slurm
