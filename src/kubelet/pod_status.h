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
  std::string launch_failure = {};  // why the attempt before this one did not start; mostly empty
  bool requeued = false;            // the report is of a run before the one its job will have
  bool unexplained = false;         // its runner had to end it, and Slurm has not said yet why
};

// The Kubernetes status of the pod: a pure function. Starts from the pod's present status, so that
// times of conditions and what others wrote survive.
json::Value build_status(const json::Value& pod, const PodSituation& situation, WallTime now);

bool is_terminal(const json::Value& pod);  // phase Succeeded or Failed

}  // namespace sluice::kubelet
