// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>

#include "base/clock.h"
#include "json/value.h"
#include "kubelet/outcome.h"
#include "pod/protocol.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

// Why no container runs yet, when it is not simply Slurm's queue.
struct Waiting {
  std::string reason;  // "CreateContainerConfigError"
  std::string message;
  std::string container = {};  // which one waits for it; empty: all
};

// Everything the kubelet knows about a pod that its status shows.
struct PodSituation {
  pod::Attempt attempt;
  std::optional<slurm::JobId> job_id;
  std::optional<slurm::Job> job;         // as slurmctld last said
  std::optional<pod::PodReport> report;  // as the runner last said
  std::optional<PodFailure> failure;     // no runner can say it
  std::optional<Waiting> waiting;
  std::map<std::string, std::string> image_ids = {};  // by reference
  std::string launch_failure;  // why the attempt before this one did not start; mostly empty
};

// The Kubernetes status of the pod: a pure function. Starts from the pod's present status, so that
// times of conditions and what others wrote survive.
json::Value build_status(const json::Value& pod, const PodSituation& situation, WallTime now);

// "Slurm job 12 is PENDING (Resources), expected start 2030-01-01T00:00:00Z"
std::string describe_job(slurm::JobId id, const std::optional<slurm::Job>& job);

bool is_terminal(const json::Value& pod);  // phase Succeeded or Failed

}  // namespace sluice::kubelet
