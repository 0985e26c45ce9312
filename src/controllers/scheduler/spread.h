// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "client/client.h"
#include "controllers/scheduler/node_state.h"
#include "controllers/scheduler/pod_term.h"

namespace sluice::controllers::scheduler {

// A topology spread constraint of a pod.
struct SpreadConstraint {
  PodTerm term;
  std::int64_t max_skew = 1;
  std::int64_t min_domains = 1;
  bool only_selected = true;    // nodes that the pod's node affinity allows
  bool only_tolerated = false;  // nodes whose taints it tolerates
};

// Those with `action`: DoNotSchedule or ScheduleAnyway. Pure, as all here.
std::vector<SpreadConstraint> spread_constraints(const client::Object& pod,
                                                 std::string_view action);

// Whether the node has all labels that the constraints speak of.
bool has_domains(const NodeState& node, const std::vector<SpreadConstraint>& constraints);

// Whether pods on the node count for the constraint.
bool includes(const SpreadConstraint& constraint, const client::Object& pod, const NodeState& node);

}  // namespace sluice::controllers::scheduler
