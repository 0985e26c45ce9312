// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/closing.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace sluice::slurmconf {
namespace {

// A State of a partition is two answers.
struct State {
  bool takes_jobs = true;
  bool starts_jobs = true;
};

State state_of(std::string_view word) {
  return {.takes_jobs = word != "DRAIN" && word != "INACTIVE",
          .starts_jobs = word != "DOWN" && word != "INACTIVE"};
}

std::string word_of(const State& state) {
  if (state.takes_jobs) {
    return state.starts_jobs ? "UP" : "DOWN";
  }
  return state.starts_jobs ? "DRAIN" : "INACTIVE";
}

bool guards(const Plan& plan, Guard::Kind kind, const std::string& name) {
  return std::any_of(plan.changes.begin(), plan.changes.end(), [&](const Change& change) {
    return change.guard.kind == kind &&
           (kind == Guard::Kind::kMachines || change.guard.name == name);
  });
}

// What a partition that had this state is to have while the plan is made.
std::string closed_state(const Plan& plan, const std::string& name, std::string_view before) {
  State state = state_of(before);
  state.takes_jobs = state.takes_jobs && !guards(plan, Guard::Kind::kPartition, name);
  state.starts_jobs = state.starts_jobs && !guards(plan, Guard::Kind::kMachines, name);
  return word_of(state);
}

std::vector<std::string> nodes_that_go(const Plan& plan) {
  std::vector<std::string> names;
  for (const Change& change : plan.changes) {
    if (change.guard.kind == Guard::Kind::kNode) {
      names.push_back(change.guard.name);
    }
  }
  return names;
}

Result<std::map<std::string, Doors::Node>> look_at_nodes(const std::vector<std::string>& names,
                                                         Doors& doors) {
  return names.empty() ? Result<std::map<std::string, Doors::Node>>() : doors.nodes_at_door(names);
}

Result<void> open_partitions(std::map<std::string, std::string>& closed, const Plan& plan,
                             Doors& doors) {
  const auto is_open = [&](const auto& entry) {
    return closed_state(plan, entry.first, entry.second) == entry.second;
  };
  if (std::none_of(closed.begin(), closed.end(), is_open)) {
    return {};
  }
  TRY_ASSIGN(const auto states, doors.partition_states());
  for (auto it = closed.begin(); it != closed.end();) {
    if (!is_open(*it)) {
      ++it;
      continue;
    }
    const auto now = states.find(it->first);
    if (now != states.end() && now->second != it->second && now->second != "UP") {
      TRY(doors.set_partition_state(it->first, it->second));
    }
    it = closed.erase(it);
  }
  return {};
}

Result<void> open_nodes(std::set<std::string>& closed, const Plan& plan, Doors& doors) {
  std::vector<std::string> stay;
  std::copy_if(closed.begin(), closed.end(), std::back_inserter(stay),
               [&](const auto& name) { return !guards(plan, Guard::Kind::kNode, name); });
  TRY_ASSIGN(const auto nodes, look_at_nodes(stay, doors));
  for (const std::string& name : stay) {
    const auto now = nodes.find(name);
    if (now != nodes.end() && now->second.drains && now->second.reason == kLeaves) {
      TRY(doors.undrain(name));
    }
    closed.erase(name);
  }
  return {};
}

}  // namespace

Result<bool> close_guarded(Closed& closed, const Plan& plan, Doors& doors) {
  TRY_ASSIGN(const auto states, doors.partition_states());
  TRY_ASSIGN(const auto nodes, look_at_nodes(nodes_that_go(plan), doors));
  bool noted = false;
  for (const auto& [name, state] : states) {
    if (closed_state(plan, name, state) != state) {
      noted = closed.partitions.emplace(name, state).second || noted;
    }
  }
  for (const auto& [name, node] : nodes) {
    if (!node.drains) {
      noted = closed.nodes.insert(name).second || noted;
    }
  }
  if (noted) {
    return false;
  }
  for (const auto& [name, before] : closed.partitions) {
    const std::string wanted = closed_state(plan, name, before);
    const auto now = states.find(name);
    if (now != states.end() && now->second != wanted && wanted != before) {
      TRY(doors.set_partition_state(name, wanted));
    }
  }
  for (const auto& [name, node] : nodes) {
    if (!node.drains) {
      TRY(doors.drain(name, kLeaves));
    }
  }
  return true;
}

Result<void> open_unguarded(Closed& closed, const Plan& plan, Doors& doors) {
  TRY(open_partitions(closed.partitions, plan, doors));
  return open_nodes(closed.nodes, plan, doors);
}

std::map<std::string, std::string> read_partition_states(std::string_view text) {
  constexpr std::string_view kName = "PartitionName=";
  constexpr std::string_view kState = "State=";
  std::map<std::string, std::string> states;
  for (const std::string_view line : split(text, '\n')) {
    std::string_view name;
    for (const std::string_view word : split(line, ' ')) {
      if (word.starts_with(kName)) {
        name = word.substr(kName.size());
      } else if (word.starts_with(kState) && !name.empty()) {
        states.emplace(name, word.substr(kState.size()));
      }
    }
  }
  return states;
}

// A node stands there once for each of its partitions.
std::map<std::string, Doors::Node> read_nodes_at_door(std::string_view text) {
  std::map<std::string, Doors::Node> nodes;
  for (const std::string_view line : split(text, '\n')) {
    const std::size_t name_end = line.find('|');
    const std::size_t state_end = line.find('|', std::min(name_end, line.size()) + 1);
    if (name_end == std::string_view::npos || state_end == std::string_view::npos) {
      continue;
    }
    const std::string_view state = line.substr(name_end + 1, state_end - name_end - 1);
    nodes.emplace(line.substr(0, name_end),
                  Doors::Node{.drains = state.starts_with("drain"),
                              .reason = std::string(trim(line.substr(state_end + 1)))});
  }
  return nodes;
}

}  // namespace sluice::slurmconf
