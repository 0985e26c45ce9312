// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "clusters/cluster.h"
#include "json/value.h"
#include "slurmconf/plan.h"

namespace sluice::clusters {

// What it takes to get from these files in /etc/slurm, by name, to what the cluster is to have.
// Pure. A plan may be refused: that is no error.
Result<slurmconf::Plan> plan_change(const std::map<std::string, std::string>& present,
                                    const Cluster& wanted);

// On a SlurmCluster: what may go though jobs or records might be there, separated by commas: names
// of partitions and nodes, and "database".
constexpr const char* kRemovableAnnotation = "sluice.dev/removable";

bool is_removable(const json::Value& cluster, std::string_view name);

// The same plan; what somebody vouches for is not guarded any more.
slurmconf::Plan without_vouched(slurmconf::Plan plan, const json::Value& cluster);

// Forbidden, with the reason and what helps: it would cost jobs or state.
Result<void> check_change(const slurmconf::Plan& plan, const json::Value& cluster);

}  // namespace sluice::clusters
