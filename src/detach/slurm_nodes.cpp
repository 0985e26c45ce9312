// SPDX-License-Identifier: Apache-2.0
#include "detach/slurm_nodes.h"

#include <algorithm>

#include "base/text.h"
#include "slurm/node_state.h"

namespace sluice::detach {
namespace {

constexpr std::size_t kLongestName = 253;

}  // namespace

bool SlurmNode::is(std::string_view word) const {
  return slurm::state_has(state, word);
}

bool SlurmNode::is_in_use() const {
  return !jobs.empty() || is("ALLOCATED") || is("MIXED") || is("COMPLETING");
}

bool SlurmNode::is_miscounted() const {
  return is("DYNAMIC_NORM") && is_in_use() && !is("COMPLETING") && jobs.empty() && cpus_in_use == 0;
}

bool is_node_name(std::string_view name) {
  const bool good = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
           c == '-' || c == '_';
  });
  return good && !name.empty() && name.size() <= kLongestName && name.front() != '-' &&
         to_lower(name) != "all";
}

}  // namespace sluice::detach
