// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::kubelet {

// sbatch flags the pod's annotations carry, as typed: sluice.dev/flags, slurm.hpk.io/flags and
// slurm-job.hpk.io/flags, in that order. Invalid names the annotation and the flag that
// slurm::flag_words refuses.
Result<std::vector<std::string>> slurm_flags(const json::Value& pod);

}  // namespace sluice::kubelet
