// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "clusters/cluster.h"
#include "json/value.h"
#include "slurmconf/plan.h"

namespace sluice::clusters {

// A SlurmCluster and the objects it has.
struct Made {
  const Cluster& cluster;
  const std::vector<json::Value>& objects;
};

// All that it takes to get from one to the other: files, slurmdbd's too, the database, releases,
// pods, and what is replaced or followed without a step. What the annotations of `object` vouch for
// is not guarded. Pure. A plan may be refused: that is no error.
Result<slurmconf::Plan> plan_whole_change(const Made& from, const Made& to,
                                          const json::Value& object);

}  // namespace sluice::clusters
