// SPDX-License-Identifier: Apache-2.0
#include "slurm/job_state.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sluice::slurm {
namespace {

// The first word of each state is the one we print; the others are flags Slurm shows in its place.
constexpr std::array<std::pair<std::string_view, JobState>, 27> kWords{{
    {"PENDING", JobState::kPending},
    {"CONFIGURING", JobState::kConfiguring},
    {"RUNNING", JobState::kRunning},
    {"SUSPENDED", JobState::kSuspended},
    {"COMPLETING", JobState::kCompleting},
    {"COMPLETED", JobState::kCompleted},
    {"FAILED", JobState::kFailed},
    {"CANCELLED", JobState::kCancelled},
    {"TIMEOUT", JobState::kTimeout},
    {"OUT_OF_MEMORY", JobState::kOutOfMemory},
    {"NODE_FAIL", JobState::kNodeFail},
    {"PREEMPTED", JobState::kPreempted},
    {"BOOT_FAIL", JobState::kBootFail},
    {"DEADLINE", JobState::kDeadline},
    {"REVOKED", JobState::kRevoked},
    {"UNKNOWN", JobState::kUnknown},
    {"REQUEUED", JobState::kPending},
    {"REQUEUE_FED", JobState::kPending},
    {"REQUEUE_HOLD", JobState::kPending},
    {"SPECIAL_EXIT", JobState::kPending},
    {"RESV_DEL_HOLD", JobState::kPending},
    {"LAUNCH_FAILED", JobState::kPending},
    {"RESIZING", JobState::kRunning},
    {"SIGNALING", JobState::kRunning},
    {"STOPPED", JobState::kSuspended},
    {"STAGE_OUT", JobState::kCompleting},
    {"POWER_UP_NODE", JobState::kConfiguring},
}};

std::optional<WallTime> wall_time(std::int64_t seconds) {
  constexpr std::int64_t kLatest = 9'000'000'000;  // what WallTime can hold
  if (seconds <= 0 || seconds > kLatest) {
    return std::nullopt;
  }
  return WallTime(std::chrono::seconds(seconds));
}

}  // namespace

std::string_view to_string(JobState state) {
  const auto* found =
      std::find_if(kWords.begin(), kWords.end(), [&](const auto& w) { return w.second == state; });
  return found == kWords.end() ? "UNKNOWN" : found->first;
}

JobState parse_job_state(std::string_view word) {
  const auto* found =
      std::find_if(kWords.begin(), kWords.end(), [&](const auto& w) { return w.first == word; });
  return found == kWords.end() ? JobState::kUnknown : found->second;
}

bool is_final(JobState state) {
  return state >= JobState::kCompleted && state < JobState::kUnknown;
}

void set_times(Job& job, std::int64_t submit, std::int64_t start, std::int64_t end) {
  job.submitted = wall_time(submit);
  if (job.state == JobState::kPending) {
    job.expected_start = wall_time(start);
  } else {
    job.started = wall_time(start);
  }
  if (is_final(job.state)) {
    job.ended = wall_time(end);
  } else if (job.started && job.time_limit_seconds > 0) {
    job.must_end = wall_time(end);
  }
}

void set_remembered_times(Job& job, std::int64_t submit, std::int64_t start, std::int64_t end) {
  set_times(job, submit, start, end);
  if (is_final(job.state) && !job.ended) {
    job.state = JobState::kCompleting;
  }
}

}  // namespace sluice::slurm
