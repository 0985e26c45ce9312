// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

// What every adapter does to a request before it goes out, so that all behave alike. Pure.

// Invalid, naming the field: no script, negative amounts, bytes Slurm cannot carry.
Result<void> check_request(const JobRequest& request);

// What sbatch and srun are told about the job's size and place, the user's flags last. Invalid: one
// of these is not allowed.
Result<std::vector<std::string>> resource_arguments(const JobRequest& request);

// Slurm's minutes, rounded up; 0: the partition's default.
std::int64_t time_limit_minutes(const JobRequest& request);

// The output file as Slurm's pattern: a % in it stands for itself.
std::string output_pattern(const JobRequest& request);

// The job's whole environment; a PATH is added when there is none.
std::vector<std::pair<std::string, std::string>> job_environment(const JobRequest& request);

}  // namespace sluice::slurm
