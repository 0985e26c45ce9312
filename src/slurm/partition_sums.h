// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "slurm/slurm.h"

namespace sluice::slurm {

// Fills in nodes, CPUs and memory of each partition from its nodes.
void add_node_sums(std::vector<Partition>& partitions, const std::vector<Node>& nodes);

}  // namespace sluice::slurm
