// SPDX-License-Identifier: Apache-2.0
#include "slurm/partition_sums.h"

#include <algorithm>

namespace sluice::slurm {

void add_node_sums(std::vector<Partition>& partitions, const std::vector<Node>& nodes) {
  for (Partition& partition : partitions) {
    for (const Node& node : nodes) {
      if (std::find(node.partitions.begin(), node.partitions.end(), partition.name) ==
          node.partitions.end()) {
        continue;
      }
      partition.nodes += 1;
      partition.cpus += node.cpus;
      partition.memory_mib += node.memory_mib;
      partition.max_cpus_per_node = std::max(partition.max_cpus_per_node, node.cpus);
      partition.max_memory_mib_per_node =
          std::max(partition.max_memory_mib_per_node, node.memory_mib);
    }
  }
}

}  // namespace sluice::slurm
