// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

inline constexpr const char* kJobLost = "JobLost";  // nobody knows why

// Why a pod failed when no runner could say so.
struct PodFailure {
  std::string reason;  // "TimeLimitExceeded", "NodeLost", …
  std::string message;
  // For containers that were still running, as far as the last report knew.
  std::string container_reason = "ContainerStatusUnknown";
  int container_exit_code = 137;
  bool disruption = false;  // what the pod did is not to blame
};

// Slurm holds the job because it could not launch it.
bool is_launch_failure(const slurm::Job& job);

// The runner had the pod and died, or its requeued job will not run again: what Slurm says about
// it. Nothing: slurmctld does not know the job any more, and its runner fell silent.
PodFailure failure_of_lost_runner(const std::optional<slurm::Job>& job);

// The runner ended the pod because somebody outside of it, not the kubelet, told it to: Slurm on
// its way to that state, or a person.
PodFailure failure_of_interrupted(const std::optional<slurm::Job>& job);

// What became of a job that never got as far as a runner: "Slurm job 12 ended in state FAILED (exit
// code 127) before the pod could start".
std::string describe_unstarted(const slurm::Job& job);

// The same, and there will be no further attempt. `output`: what its script printed.
PodFailure failure_of_unstarted(const slurm::Job& job, const std::string& output);

// Slurm refused a submission. Failed pods stay failed; others wait for better times.
struct Refusal {
  bool fails_the_pod = false;
  std::string reason;  // "InvalidFlags" or "FailedSubmit"
};
Refusal classify_refusal(const Error& error, bool pod_has_flags);

}  // namespace sluice::kubelet
