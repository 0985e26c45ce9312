// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::kubelet {

// The sbatch flags a pod asks for, as typed: first what single annotations say (sluice.dev/account,
// …/qos, …/constraint, …/time and so on, and the names other systems have for them), then whole
// command lines (sluice.dev/flags, slurm.hpk.io/flags and their relatives), which win. `gres`: what
// its resources come to. Invalid names the annotation and what is wrong with it.
Result<std::vector<std::string>> slurm_flags(const json::Value& pod, const std::string& gres = "");

// The partitions that the pod names in an annotation of its own; empty: none.
std::string slurm_partition(const json::Value& pod);

}  // namespace sluice::kubelet
