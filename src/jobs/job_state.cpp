// SPDX-License-Identifier: Apache-2.0
#include "jobs/job_state.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace sluice::jobs {
namespace {

using slurm::JobState;

struct Row {
  JobState slurm;
  std::string_view ours;
  bool named;  // the state itself is the reason, not what Slurm gives as one
};

constexpr std::array kTable{
    Row{JobState::kPending, state::kPending, false},
    Row{JobState::kConfiguring, state::kPending, true},
    Row{JobState::kRunning, state::kRunning, false},
    Row{JobState::kSuspended, state::kRunning, true},
    Row{JobState::kCompleting, state::kRunning, true},
    Row{JobState::kCompleted, state::kCompleted, false},
    Row{JobState::kFailed, state::kFailed, false},
    Row{JobState::kCancelled, state::kCancelled, false},
    Row{JobState::kTimeout, state::kFailed, true},
    Row{JobState::kOutOfMemory, state::kFailed, true},
    Row{JobState::kNodeFail, state::kFailed, true},
    Row{JobState::kBootFail, state::kFailed, true},
    Row{JobState::kDeadline, state::kFailed, true},
    Row{JobState::kPreempted, state::kCancelled, true},
    Row{JobState::kRevoked, state::kCancelled, true},
};

// A state that Slurm got after this program was written: the job goes on until Slurm says more.
constexpr Row kNotListed{JobState::kUnknown, state::kRunning, true};

const Row& row_of(JobState state) {
  const auto* row =
      std::find_if(kTable.begin(), kTable.end(), [&](const Row& r) { return r.slurm == state; });
  return row == kTable.end() ? kNotListed : *row;
}

// Of a job that waits because it was taken back: Slurm lets it wait for two minutes at first.
bool says_little(std::string_view reason) {
  return reason.empty() || reason == "None" || reason == "BeginTime";
}

}  // namespace

bool is_over(std::string_view word) {
  return word == state::kCompleted || word == state::kFailed || word == state::kCancelled ||
         word == state::kError;
}

Shown shown(const slurm::Job& job) {
  const Row& row = row_of(job.state);
  if (row.named) {
    return {row.ours, std::string(to_string(job.state))};
  }
  if (job.state == JobState::kPending && job.restarts > 0 && says_little(job.reason)) {
    return {row.ours, "REQUEUED"};
  }
  return {row.ours, job.reason == "None" ? std::string() : job.reason};
}

std::string elapsed_text(Duration elapsed) {
  const auto total =
      std::max<std::int64_t>(0, std::chrono::duration_cast<std::chrono::seconds>(elapsed).count());
  const auto days = static_cast<long long>(total / 86400);
  const int hours = static_cast<int>(total / 3600 % 24);
  const int minutes = static_cast<int>(total / 60 % 60);
  const int seconds = static_cast<int>(total % 60);
  std::array<char, 64> text{};
  if (days > 0) {
    std::snprintf(text.data(), text.size(), "%lld-%02d:%02d:%02d", days, hours, minutes, seconds);
  } else if (hours > 0) {
    std::snprintf(text.data(), text.size(), "%d:%02d:%02d", hours, minutes, seconds);
  } else {
    std::snprintf(text.data(), text.size(), "%d:%02d", minutes, seconds);
  }
  return text.data();
}

}  // namespace sluice::jobs
