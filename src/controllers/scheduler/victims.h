// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "controllers/scheduler/placement.h"

namespace sluice::controllers::scheduler {

// What a PodDisruptionBudget allows to go.
struct Budget {
  std::string ns;
  api::LabelSelector selector;
  std::int64_t allowed = 0;
  std::set<std::string> disrupted;  // pods whose going it has counted already
};
std::vector<Budget> read_budgets(const std::vector<client::ObjectPtr>& budgets);

// Pods of less priority whose going makes room for another.
struct Victims {
  std::string node;               // empty: there are none, and the message says why
  std::vector<PodFactsPtr> pods;  // the most important first
  std::int64_t violations = 0;    // of budgets
  std::string message;            // "0/1 nodes are available: 1 No preemption victims found …"
  bool keeps_nomination = false;  // what was decided before still holds
};

// Finds the node where the fewest and least important pods have to go, and budgets are broken only
// when there is no other way. Budgets are only read if there may be victims.
Victims find_victims(const Cluster& cluster, const Attempt& attempt, const Placement& placement,
                     const std::function<std::vector<Budget>()>& budgets);

}  // namespace sluice::controllers::scheduler
