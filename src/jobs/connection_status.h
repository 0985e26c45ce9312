// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"
#include "slurm/slurm.h"

namespace sluice::jobs {

// The status of a SlurmConnection or SlurmClusterConnection. Pure: each makes a new status of an
// old one.

// Slurm answers. When it last did is renewed once in a while only: every write is news to watchers.
json::Value answers(const json::Value& connection, const slurm::ClusterInfo& info,
                    std::string_view user, WallTime now);

// It does not, and why. What is known of the cluster stays.
json::Value fails(const json::Value& connection, const Error& why, WallTime now);

// Whether jobs that go through it may do better, or worse, after a change of it. When it last
// answered is no news to them.
bool concerns_jobs(const json::Value& before, const json::Value& after);

// "HostKeyRefused"
std::string_view connection_reason(Code code);

}  // namespace sluice::jobs
