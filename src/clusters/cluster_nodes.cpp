// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster_nodes.h"

#include <algorithm>

#include "api/meta.h"
#include "base/done_or_gone.h"
#include "base/fnv.h"
#include "clusters/live_cluster.h"
#include "clusters/machine_class.h"
#include "clusters/node_services.h"
#include "clusters/objects.h"
#include "clusters/own_objects.h"
#include "clusters/shows.h"
#include "clusters/turns.h"
#include "json/text.h"
#include "runtime/definitions.h"
#include "services/turn.h"

namespace sluice::clusters {

api::Key cluster_of(const json::Value& node) {
  return {api::label(node, kClusterNamespaceLabel), api::label(node, kClusterLabel)};
}

Result<void> ClusterNodes::apply(const client::Object& object, const Cluster& cluster,
                                 const Keys& keys) const {
  TRY(apply_one(*kind_, object, cluster.component("nodes"),
                cluster.compute ? node_services(cluster, keys) : json::Value()));
  if (cluster.compute) {
    TRY(hand_out_turns(cluster));
  }
  const bool has_class = cluster.compute && cluster.compute->machine_class.is_object();
  const auto kind = runtime::await_kind(client_, clock_, "slurmnodeclasses.sluice.dev");
  if (!kind) {
    return has_class ? fail(Code::kInvalid,
                            "spec.compute.machineClass: there are no SlurmNodeClasses here: " +
                                kind.error().message)
                     : Result<void>();
  }
  return apply_one(**kind, object, cluster.name,
                   has_class ? machine_class(cluster) : json::Value());
}

// What was given a moment ago may not have come back yet: who has a turn, the server says.
Result<void> ClusterNodes::hand_out_turns(const Cluster& cluster) const {
  const std::vector<client::ObjectPtr> seen = nodes_.list();
  const bool any = std::any_of(seen.begin(), seen.end(), [&](const client::ObjectPtr& node) {
    const TurnSeeker one = turn_seeker(*node, clock_.now());
    return cluster_of(*node) == api::Key{cluster.ns, cluster.name} &&
           !(one.asked.empty() && one.given.empty());
  });
  if (!any) {
    return {};
  }
  TRY_ASSIGN(const auto machines, machines_of(client_, cluster, false));
  std::vector<TurnSeeker> seekers;
  for (const client::ObjectPtr& node : machines) {
    seekers.push_back(turn_seeker(*node, clock_.now()));
  }
  for (const auto& [node, word] : clusters::hand_out_turns(seekers, cluster.batch)) {
    const json::Value given = word.empty() ? json::Value() : json::Value(word);
    const json::Value body = json::Object{
        {"metadata",
         json::Object{{"annotations", json::Object{{services::kTurnGiven, given}}}}}};
    TRY(done_or_gone(client_.patch(api::kinds::node(), {"", node}, {.body = body})));
  }
  return {};
}

// Null: there is to be none.
Result<void> ClusterNodes::apply_one(const api::Kind& kind, const client::Object& object,
                                     const std::string& name, json::Value wanted) const {
  const api::Key key{api::ns(object), name};
  TRY_ASSIGN(const client::ObjectPtr now, find(client_, kind, key));
  const bool ours = now != nullptr && is_controlled_by(*now, api::uid(object));
  if (wanted.is_null()) {
    return ours ? done_or_gone(client_.remove(kind, key, {.uid = api::uid(*now)})) : Result<void>();
  }
  if (now != nullptr && !ours) {
    return fail(Code::kAlreadyExists, std::string(kind.kind) + " " + key.name +
                                          ": it is there already and not of this SlurmCluster; "
                                          "rename one of them");
  }
  // What we do not say any more goes, too.
  wanted["metadata"]["annotations"]["sluice.dev/applied"] = fnv1a_digits(json::write(wanted), 16);
  wanted["metadata"]["ownerReferences"] = json::Array{api::controller_reference(object)};
  if (now != nullptr && shows(*now, wanted)) {
    return {};
  }
  TRY(client_.patch(kind, key, {.type = client::PatchType::kApply, .body = wanted, .force = true}));
  return {};
}

std::optional<ComponentNow> ClusterNodes::look(const Cluster& cluster, json::Value& status) const {
  if (!cluster.compute) {
    status.erase("nodes");
    return std::nullopt;
  }
  std::int64_t all = 0;
  std::int64_t ready = 0;
  for (const client::ObjectPtr& node : nodes_.list()) {
    if (cluster_of(*node) == api::Key{cluster.ns, cluster.name}) {
      ++all;
      ready += api::has_condition(*node, "Ready") ? 1 : 0;
    }
  }
  const std::string text = std::to_string(ready) + "/" + std::to_string(all);
  status["nodes"] = json::Object{{"ready", ready}, {"all", all}, {"summary", text}};
  const std::int64_t wanted = cluster.compute->ready_nodes;
  return ComponentNow{.component = {"nodes", "Nodes", ""},
                      .ready = ready >= wanted,
                      .message = std::to_string(ready) + " of " + std::to_string(all) +
                                 " machines are registered, " + std::to_string(wanted) +
                                 " are wanted"};
}

}  // namespace sluice::clusters
