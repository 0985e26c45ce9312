// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "slurm/rest/api_version.h"

namespace sluice::slurm::rest {

// The user's sbatch flags as fields of a job's description: what sbatch does for the other
// adapters. Overwrites what `job` has already. Invalid, naming the flag: one that is not allowed
// (slurm/flags.h), that the API has no field for, or whose value is none.
Result<void> apply_flags(const ApiVersion& version, const std::vector<std::string>& flags,
                         json::Value& job);

}  // namespace sluice::slurm::rest
