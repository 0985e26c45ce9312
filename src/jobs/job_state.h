// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "slurm/slurm.h"

namespace sluice::jobs {

// The states of a SlurmJob, as `kubectl get` shows them.
namespace state {
inline constexpr std::string_view kPending = "PENDING";
inline constexpr std::string_view kRunning = "RUNNING";
inline constexpr std::string_view kGettingResults = "GETTING_RESULTS";
inline constexpr std::string_view kCompleted = "COMPLETED";
inline constexpr std::string_view kFailed = "FAILED";
inline constexpr std::string_view kCancelled = "CANCELLED";
inline constexpr std::string_view kError = "ERROR";  // it could not be submitted, or was lost
}  // namespace state

// No job of Slurm will change it any more: an edit launches it again.
bool is_over(std::string_view state);

// What a job of Slurm is to its object. States that SlurmJob does not have are reasons.
struct Shown {
  std::string_view state;
  std::string reason;
};
Shown shown(const slurm::Job& job);

// "0:42", "1:00:03", "2-00:00:00": as squeue prints how long a job has run.
std::string elapsed_text(Duration elapsed);

}  // namespace sluice::jobs
