// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/closing.h"

#include <algorithm>

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

}  // namespace

Result<bool> close_guarded(Closed& closed, const Plan& plan, Partitions& partitions) {
  TRY_ASSIGN(const auto states, partitions.partition_states());
  bool noted = false;
  for (const auto& [name, state] : states) {
    if (closed_state(plan, name, state) != state) {
      noted = closed.emplace(name, state).second || noted;
    }
  }
  if (noted) {
    return false;
  }
  for (const auto& [name, before] : closed) {
    const std::string wanted = closed_state(plan, name, before);
    const auto now = states.find(name);
    if (now != states.end() && now->second != wanted && wanted != before) {
      TRY(partitions.set_partition_state(name, wanted));
    }
  }
  return true;
}

Result<void> open_unguarded(Closed& closed, const Plan& plan, Partitions& partitions) {
  const auto is_open = [&](const auto& entry) {
    return closed_state(plan, entry.first, entry.second) == entry.second;
  };
  if (std::none_of(closed.begin(), closed.end(), is_open)) {
    return {};
  }
  TRY_ASSIGN(const auto states, partitions.partition_states());
  for (auto it = closed.begin(); it != closed.end();) {
    if (!is_open(*it)) {
      ++it;
      continue;
    }
    const auto now = states.find(it->first);
    if (now != states.end() && now->second != it->second && now->second != "UP") {
      TRY(partitions.set_partition_state(it->first, it->second));
    }
    it = closed.erase(it);
  }
  return {};
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

}  // namespace sluice::slurmconf
