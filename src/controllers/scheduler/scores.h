// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "controllers/scheduler/attempt.h"
#include "controllers/scheduler/cluster.h"

namespace sluice::controllers::scheduler {

using Nodes = std::vector<const NodeState*>;
using Points = std::vector<std::int64_t>;  // for each node, from 0 to 100

// One thing that makes some of the nodes that a pod fits on better than others.
struct Score {
  std::string_view name;
  std::int64_t weight = 1;
  Points (*rate)(Cluster& cluster, const Attempt& attempt, const Nodes& nodes);
};
std::span<const Score> scores();

// The name of the best; of several, the first.
std::string best_node(Cluster& cluster, const Attempt& attempt, const Nodes& nodes);

}  // namespace sluice::controllers::scheduler
