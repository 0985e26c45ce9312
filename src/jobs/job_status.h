// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"
#include "slurm/slurm.h"

namespace sluice::jobs {

// The status of a SlurmJob. Pure: each makes a new status of an old one.

std::string state_of(const json::Value& job);       // "PENDING"; empty: not looked at yet
std::int64_t run_number(const json::Value& job);    // 0: not launched yet
std::int64_t job_id(const json::Value& job);        // 0: not submitted
std::int64_t generation(const json::Value& job);
bool was_edited(const json::Value& job);            // since the status was written

// A launch is intended: nothing of the last run is left.
json::Value launching(const json::Value& job, WallTime now);

// sbatch has accepted it, as this user's.
json::Value submitted(const json::Value& job, slurm::JobId id, const std::string& user,
                      WallTime now);

// What keeps it from being submitted. ERROR when only a person can help, else PENDING.
json::Value hindered(const json::Value& job, const Error& why, WallTime now);

// As Slurm says.
json::Value observed(const json::Value& job, const slurm::Job& seen, WallTime now);

// Slurm cannot be asked, or can again.
json::Value unreachable(const json::Value& job, const Error& why, WallTime now);

// Slurm answers and does not know it.
json::Value lost(const json::Value& job, WallTime now);

// It was edited while it could not be launched.
json::Value edit_ignored(const json::Value& job);

}  // namespace sluice::jobs
