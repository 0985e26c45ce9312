// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "slurm/slurm.h"

namespace sluice::slurm {

// Whether a node can be given work, now or when it is free: it is neither down nor drained nor
// broken. One that is switched off to save power can.
bool is_usable(const Node& node);

// Fills in nodes and what they have of each partition from its nodes.
void add_node_sums(std::vector<Partition>& partitions, const std::vector<Node>& nodes);

}  // namespace sluice::slurm
