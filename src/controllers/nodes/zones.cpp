// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/zones.h"

#include <algorithm>

namespace sluice::controllers::nodes {
namespace {

// kube-controller-manager's: --unhealthy-zone-threshold, --large-cluster-size-threshold,
// --node-eviction-rate and --secondary-node-eviction-rate.
constexpr double kUnhealthyShare = 0.55;
constexpr std::size_t kLarge = 50;
constexpr std::chrono::seconds kBetweenNodes{10};
constexpr std::chrono::seconds kBetweenNodesWhenPartlyBroken{100};

std::string zone_of(const client::Object& node) {
  return api::label(node, "topology.kubernetes.io/region") + "/" +
         api::label(node, "topology.kubernetes.io/zone");
}

bool counts(const client::Object& node) {
  return node.at("metadata", "labels").find("node.kubernetes.io/exclude-disruption") == nullptr;
}

bool same(const client::Object& a, const client::Object& b) {
  return api::has_condition(a, "Ready") == api::has_condition(b, "Ready") &&
         zone_of(a) == zone_of(b) && counts(a) == counts(b);
}

}  // namespace

Zones::State Zones::state_of(const Zone& zone) {
  if (zone.ready == 0) {
    return State::kBroken;
  }
  const double share =
      static_cast<double>(zone.others) / static_cast<double>(zone.others + zone.ready);
  return zone.others > 2 && share >= kUnhealthyShare ? State::kPartlyBroken : State::kNormal;
}

std::map<std::string, Zones::State> Zones::states() const {
  std::map<std::string, State> states;
  for (const auto& [name, zone] : zones_) {
    if (zone.ready + zone.others > 0) {
      states.emplace(name, state_of(zone));
    }
  }
  return states;
}

void Zones::count(const client::ObjectPtr& node, int by) {
  if (node != nullptr && counts(*node)) {
    Zone& zone = zones_[zone_of(*node)];
    (api::has_condition(*node, "Ready") ? zone.ready : zone.others) += static_cast<std::size_t>(by);
  }
}

bool Zones::take(const runtime::Change& change) {
  if (change.before != nullptr && change.after != nullptr && same(*change.before, *change.after)) {
    return false;
  }
  const std::scoped_lock lock(mutex_);
  const auto before = states();
  count(change.before, -1);
  count(change.after, +1);
  return states() != before;
}

Zones::Verdict Zones::verdict(const client::Object& node, SteadyTime now) const {
  const std::scoped_lock lock(mutex_);
  if (std::all_of(zones_.begin(), zones_.end(),
                  [](const auto& entry) { return entry.second.ready == 0; })) {
    return {Eviction::kOff};
  }
  const auto found = zones_.find(zone_of(node));
  if (found == zones_.end()) {
    return {Eviction::kAllowed};
  }
  const Zone& zone = found->second;
  const bool partly_broken = state_of(zone) == State::kPartlyBroken;
  if (partly_broken && zone.ready + zone.others <= kLarge) {
    return {Eviction::kPaused};
  }
  const Duration between = partly_broken ? kBetweenNodesWhenPartlyBroken : kBetweenNodes;
  if (zone.last_begun && now < *zone.last_begun + between) {
    return {Eviction::kPaused, *zone.last_begun + between - now};
  }
  return {Eviction::kAllowed};
}

void Zones::begun(const client::Object& node, SteadyTime now) {
  const std::scoped_lock lock(mutex_);
  zones_[zone_of(node)].last_begun = now;
}

}  // namespace sluice::controllers::nodes
