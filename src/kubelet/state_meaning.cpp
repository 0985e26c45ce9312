// SPDX-License-Identifier: Apache-2.0
#include "kubelet/state_meaning.h"

#include <algorithm>
#include <array>

#include "base/result.h"

namespace sluice::kubelet {
namespace {

using slurm::JobState;

constexpr std::array<StateMeaning, 16> kMeanings{{
    {.state = JobState::kPending, .reason = "Pending"},
    {.state = JobState::kConfiguring, .reason = "Configuring"},
    {.state = JobState::kRunning, .reason = "Running"},
    {.state = JobState::kSuspended, .reason = "Suspended"},
    {.state = JobState::kCompleting, .reason = "Completing"},
    {.state = JobState::kCompleted, .reason = "Completed"},
    {.state = JobState::kFailed, .reason = "Failed"},
    {.state = JobState::kCancelled, .reason = "Cancelled", .on_purpose = true},
    {.state = JobState::kTimeout, .reason = "TimeLimitExceeded", .on_purpose = true},
    {.state = JobState::kOutOfMemory, .reason = "OOMKilled"},
    {.state = JobState::kNodeFail, .reason = "NodeLost", .disruption = true},
    {.state = JobState::kPreempted, .reason = "Preempted", .disruption = true},
    {.state = JobState::kBootFail, .reason = "NodeBootFailed", .disruption = true},
    {.state = JobState::kDeadline, .reason = "SlurmDeadlineMissed", .on_purpose = true},
    {.state = JobState::kRevoked, .reason = "Revoked", .on_purpose = true, .disruption = true},
    {.state = JobState::kUnknown, .reason = "Unknown"},
}};

}  // namespace

const StateMeaning& meaning_of(JobState state) {
  const auto* found = std::find_if(kMeanings.begin(), kMeanings.end(),
                                   [&](const StateMeaning& row) { return row.state == state; });
  CHECK(found != kMeanings.end());
  return *found;
}

}  // namespace sluice::kubelet
