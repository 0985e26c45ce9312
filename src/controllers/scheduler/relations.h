// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/scheduler/attempt.h"
#include "controllers/scheduler/cluster.h"

namespace sluice::controllers::scheduler {

// How the pods of the cluster relate to the one of the attempt, whose facts, spread constraints and
// volumes are there already.
Relations relate(Cluster& cluster, const Attempt& attempt);

// What would be if a pod came to the node (`by` 1) or left it (-1).
void count(Relations& relations, const Attempt& attempt, const Cluster& cluster,
           const PodFacts& pod, const NodeState& node, int by);

}  // namespace sluice::controllers::scheduler
