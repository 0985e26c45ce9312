// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "base/result.h"
#include "clusters/cluster.h"
#include "slurmconf/plan.h"

namespace sluice::clusters {

// What it takes to get from these files in /etc/slurm, by name, to what the cluster is to have.
// Pure. A plan may be refused: that is no error.
Result<slurmconf::Plan> plan_change(const std::map<std::string, std::string>& present,
                                    const Cluster& wanted);

}  // namespace sluice::clusters
