// SPDX-License-Identifier: Apache-2.0
#include "slurm/partition_sums.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sluice::slurm {
namespace {

constexpr std::array<std::string_view, 9> kUnusable{
    "DOWN", "DRAIN", "DRAINED", "DRAINING", "FAIL", "FAILING", "ERROR", "MAINT", "FUTURE"};

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
  const auto words = split(node.state, '+');
  return std::none_of(words.begin(), words.end(), [](std::string_view word) {
    while (!word.empty() && std::string_view("*~#!%$@^-").find(word.back()) != word.npos) {
      word.remove_suffix(1);
    }
    return std::find(kUnusable.begin(), kUnusable.end(), word) != kUnusable.end();
  });
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
