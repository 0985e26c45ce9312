// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/spread.h"

#include <algorithm>

#include "controllers/scheduler/fit.h"

namespace sluice::controllers::scheduler {

std::vector<SpreadConstraint> spread_constraints(const client::Object& pod,
                                                 std::string_view action) {
  std::vector<SpreadConstraint> result;
  for (const json::Value& item : pod.at("spec", "topologySpreadConstraints").as_array()) {
    if (item.at("whenUnsatisfiable").as_string() != action) {
      continue;
    }
    SpreadConstraint constraint{
        .term = pods_in(api::ns(pod), item.at("labelSelector"), item.at("topologyKey").as_string()),
        .max_skew = item.at("maxSkew").as_int(1),
        .min_domains = item.at("minDomains").as_int(1),
        .only_selected = item.at("nodeAffinityPolicy").as_string() != "Ignore",
        .only_tolerated = item.at("nodeTaintsPolicy").as_string() == "Honor"};
    result.push_back(std::move(constraint));
  }
  return result;
}

bool has_domains(const NodeState& node, const std::vector<SpreadConstraint>& constraints) {
  return std::all_of(constraints.begin(), constraints.end(), [&](const SpreadConstraint& item) {
    return node.label(item.term.topology_key) != nullptr;
  });
}

bool includes(const SpreadConstraint& constraint, const client::Object& pod,
              const NodeState& node) {
  return (!constraint.only_selected || selects(pod, *node.object)) &&
         (!constraint.only_tolerated || tolerates_taints(pod, *node.object, false));
}

}  // namespace sluice::controllers::scheduler
