// SPDX-License-Identifier: Apache-2.0
#include "slurm/partition_sums.h"

#include <algorithm>

#include "slurm/node_state.h"

namespace sluice::slurm {
namespace {

void add(Amounts& sum, const Node& node) {
  sum.cpus += node.cpus;
  sum.memory_mib += node.memory_mib;
  for (const auto& [name, count] : node.gres) {
    sum.gres[name] += count;
  }
}

void raise(Amounts& most, const Node& node) {
  most.cpus = std::max(most.cpus, node.cpus);
  most.memory_mib = std::max(most.memory_mib, node.memory_mib);
  for (const auto& [name, count] : node.gres) {
    most.gres[name] = std::max(most.gres[name], count);
  }
}

}  // namespace

bool is_usable(const Node& node) {
  return is_usable_state(node.state);
}

void add_node_sums(std::vector<Partition>& partitions, const std::vector<Node>& nodes) {
  for (Partition& partition : partitions) {
    for (const Node& node : nodes) {
      if (std::find(node.partitions.begin(), node.partitions.end(), partition.name) ==
          node.partitions.end()) {
        continue;
      }
      partition.nodes += 1;
      add(partition.all, node);
      raise(partition.per_node, node);
      if (is_usable(node)) {
        add(partition.usable, node);
      }
    }
  }
}

}  // namespace sluice::slurm
