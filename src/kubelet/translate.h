// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"
#include "json/value.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

// What of a job does not come from the pod.
struct JobSurroundings {
  std::string comment;  // the job's identity
  std::filesystem::path attempt_dir;
  std::filesystem::path sluice_binary;
  std::string partition;                                         // when the pod names none
  std::string node_partition = {};                               // of the pod's node, if it has one
  std::vector<std::pair<std::string, std::string>> environment;  // PATH, HOME, …
};

std::string job_name(const json::Value& pod);

// What the job runs: the pod's runner. `allocated`: in an allocation with this
// comment, which it gives back at its end.
std::string runner_script(const JobSurroundings& surroundings, bool allocated);

// The batch job that runs the pod: a pure function of its arguments. Invalid names the field or
// annotation that cannot be translated.
Result<slurm::JobRequest> translate(const json::Value& pod, const JobSurroundings& surroundings);

}  // namespace sluice::kubelet
