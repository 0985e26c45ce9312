// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/result.h"
#include "json/value.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

// What a pod needs, as Slurm counts it.
struct PodResources {
  std::int64_t cpus = 1;                     // whole ones, at least one
  std::int64_t cpu_thousandths = 0;          // as asked for
  std::int64_t memory_mib = 0;               // 0: none asked for
  std::map<std::string, std::int64_t> gres;  // {"gpu": 2}

  // "gpu:2,fpga:1"; empty: none.
  std::string gres_text() const;
};

// Requests, else limits, as the scheduler counts them (api/quota/pod_amounts.h). For the names of
// generic resources see gres_names.h. Invalid names the container and the resource.
Result<PodResources> pod_resources(const json::Value& pod);

// What the pod may use at most, of processors and memory: only what all its containers are limited
// in, or the pod itself is. Its requests have been checked.
slurm::JobLimits pod_limits(const json::Value& pod);

}  // namespace sluice::kubelet
