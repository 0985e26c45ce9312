// SPDX-License-Identifier: Apache-2.0
// Names, order and messages are those of the plugins of kube-scheduler 1.35; Partition is ours.
#include "controllers/scheduler/filters.h"

#include <algorithm>
#include <array>

#include "controllers/scheduler/fit.h"
#include "controllers/scheduler/resource_fit.h"

namespace sluice::controllers::scheduler {
namespace {

Fit never_unless(bool fits) {
  return fits ? Fit::kYes : Fit::kNo;
}

Fit not_now_unless(bool fits) {
  return fits ? Fit::kYes : Fit::kNotNow;
}

Fit is_open(const Attempt& attempt, const Place& place) {
  return never_unless(!is_cordoned_for(attempt.pod, *place.node.object));
}

Fit is_named(const Attempt& attempt, const Place& place) {
  return never_unless(attempt.facts.node.empty() || attempt.facts.node == place.node.name);
}

Fit is_tolerated(const Attempt& attempt, const Place& place) {
  return never_unless(tolerates_taints(attempt.pod, *place.node.object, false));
}

Fit is_selected(const Attempt& attempt, const Place& place) {
  return never_unless(selects(attempt.pod, *place.node.object));
}

Fit is_of_partition(const Attempt& attempt, const Place& place) {
  if (attempt.partitions.empty()) {
    return Fit::kYes;
  }
  const json::Value* own = place.node.label(kPartition);
  return never_unless(own != nullptr &&
                      std::find(attempt.partitions.begin(), attempt.partitions.end(),
                                own->as_string()) != attempt.partitions.end());
}

Fit has_free_ports(const Attempt& attempt, const Place& place) {
  return not_now_unless(!api::collide(attempt.facts.ports, place.load.ports));
}

Fit has_exclusive_claims(const Attempt& /*attempt*/, const Place& place) {
  return not_now_unless(place.relations.exclusive_claims_in_use <= 0);
}

std::vector<std::string> volume_objections(const Attempt& attempt, const Place& place) {
  return plan_volumes(attempt.volumes, *place.node.object).objections;
}

Fit reaches_volumes(const Attempt& attempt, const Place& place) {
  const bool has_volumes =
      !attempt.volumes.bound.empty() || !attempt.volumes.waiting.empty() || attempt.volumes.lost;
  return never_unless(!has_volumes || volume_objections(attempt, place).empty());
}

Fit is_in_volume_zone(const Attempt& attempt, const Place& place) {
  return never_unless(zones_match(attempt.volumes, *place.node.object));
}

Fit has_spread_labels(const Attempt& attempt, const Place& place) {
  return never_unless(has_domains(place.node, attempt.spread));
}

bool keeps_skew(const Attempt& attempt, const Place& place, std::size_t index) {
  const SpreadConstraint& constraint = attempt.spread[index];
  const auto& domains = place.relations.spread[index];
  std::int64_t fewest = domains.empty() ? INT32_MAX : domains.begin()->second;
  for (const auto& [value, pods] : domains) {
    fewest = std::min(fewest, pods);
  }
  if (static_cast<std::int64_t>(domains.size()) < constraint.min_domains) {
    fewest = 0;
  }
  const auto here = domains.find(place.node.label(constraint.term.topology_key)->as_string());
  const bool counts_itself =
      constraint.term.selector && constraint.term.selector->matches_labels(attempt.facts.labels);
  const std::int64_t pods = (here == domains.end() ? 0 : here->second) + (counts_itself ? 1 : 0);
  return pods - fewest <= constraint.max_skew;
}

Fit is_spread(const Attempt& attempt, const Place& place) {
  for (std::size_t i = 0; i < attempt.spread.size(); ++i) {
    if (!keeps_skew(attempt, place, i)) {
      return Fit::kNotNow;
    }
  }
  return Fit::kYes;
}

// How many pods there are in the node's domain of a label; nothing: the node lacks it.
std::optional<std::int64_t> pods_around(const std::map<Relations::Domain, std::int64_t>& domains,
                                        const NodeState& node, const std::string& key) {
  const json::Value* value = node.label(key);
  if (value == nullptr) {
    return std::nullopt;
  }
  const auto found = domains.find({key, value->as_string()});
  return found == domains.end() ? 0 : found->second;
}

Fit has_wanted_pods(const Attempt& attempt, const Place& place) {
  bool all_there = true;
  for (const PodTerm& term : attempt.facts.affinity) {
    const auto pods = pods_around(place.relations.wanted, place.node, term.topology_key);
    if (!pods) {
      return Fit::kNo;
    }
    all_there = all_there && *pods > 0;
  }
  // The first of pods that want each other would wait for ever.
  const bool is_first = place.relations.wanted.empty() && place.relations.wants_itself;
  return never_unless(all_there || is_first);
}

Fit lacks_unwanted_pods(const Attempt& attempt, const Place& place) {
  const auto& terms = attempt.facts.anti_affinity;
  return not_now_unless(std::none_of(terms.begin(), terms.end(), [&](const PodTerm& term) {
    return pods_around(place.relations.unwanted, place.node, term.topology_key).value_or(0) > 0;
  }));
}

Fit lacks_hostile_pods(const Attempt& /*attempt*/, const Place& place) {
  const auto& hostile = place.relations.hostile;
  return not_now_unless(std::none_of(hostile.begin(), hostile.end(), [&](const auto& entry) {
    const json::Value* value = place.node.label(entry.first.first);
    return entry.second > 0 && value != nullptr && value->as_string() == entry.first.second;
  }));
}

using event::kNode;
using event::kPodCame;
using event::kPodLeft;
using event::kRoom;
using event::kVolume;

constexpr auto kFilters = std::to_array<Filter>({
    {"NodeUnschedulable", is_open, "node(s) were unschedulable", kNode},
    {"NodeName", is_named, "node(s) didn't match the requested node name", kNode},
    {"TaintToleration", is_tolerated, "node(s) had untolerated taint(s)", kNode},
    {"NodeAffinity", is_selected, "node(s) didn't match Pod's node affinity/selector", kNode},
    {"Partition", is_of_partition, "node(s) didn't match Pod's partition", kNode},
    {"NodePorts", has_free_ports, "node(s) didn't have free ports for the requested pod ports",
     kNode | kPodLeft},
    {"NodeResourcesFit", has_room, "", kNode | kRoom | kPodLeft, shortages},
    {"VolumeRestrictions", has_exclusive_claims,
     "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already "
     "in-use by another pod",
     kPodLeft | kVolume},
    {"VolumeBinding", reaches_volumes, "", kNode | kVolume, volume_objections},
    {"VolumeZone", is_in_volume_zone, "node(s) had no available volume zone", kNode | kVolume},
    {"PodTopologySpread", has_spread_labels,
     "node(s) didn't match pod topology spread constraints (missing required label)", kNode},
    {"PodTopologySpread", is_spread, "node(s) didn't match pod topology spread constraints",
     kNode | kPodLeft | kPodCame},
    {"InterPodAffinity", has_wanted_pods, "node(s) didn't match pod affinity rules",
     kNode | kPodLeft | kPodCame},
    {"InterPodAffinity", lacks_unwanted_pods, "node(s) didn't match pod anti-affinity rules",
     kNode | kPodLeft | kPodCame},
    {"InterPodAffinity", lacks_hostile_pods,
     "node(s) didn't satisfy existing pods anti-affinity rules", kNode | kPodLeft | kPodCame},
});

}  // namespace

std::span<const Filter> filters() {
  return kFilters;
}

Verdict judge(const Attempt& attempt, const Place& place) {
  for (const Filter& filter : kFilters) {
    const Fit fit = filter.fits(attempt, place);
    if (fit != Fit::kYes) {
      return {fit, &filter,
              filter.messages == nullptr ? std::vector<std::string>{std::string(filter.message)}
                                         : filter.messages(attempt, place)};
    }
  }
  return {};
}

}  // namespace sluice::controllers::scheduler
