// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::kubelet {

// Words as a POSIX shell would split them: quotes and backslashes, but no expansion of any kind.
// Invalid when a quote is not closed.
Result<std::vector<std::string>> split_words(std::string_view text);

// sbatch flags the pod's annotations carry: sluice.dev/flags, slurm.hpk.io/flags and
// slurm-job.hpk.io/flags, joined in that order. Invalid names the annotation and the flag: flags
// that would make a pod something else than one job, or take its identity away, are refused.
Result<std::vector<std::string>> slurm_flags(const json::Value& pod);

}  // namespace sluice::kubelet
