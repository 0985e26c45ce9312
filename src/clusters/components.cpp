// SPDX-License-Identifier: Apache-2.0
#include "clusters/components.h"

#include <algorithm>

#include "api/meta.h"
#include "base/done_or_gone.h"
#include "clusters/own_objects.h"

namespace sluice::clusters {

Result<std::vector<ComponentNow>> look_at_all(client::Client& client, const Cluster& cluster) {
  TRY_ASSIGN(const auto pods, client.list(api::kinds::pod(), of_cluster(cluster)));
  std::vector<ComponentNow> all;
  for (const Component& component : components_of(cluster)) {
    const bool deployment = std::string_view(component.kind) == "Deployment";
    const auto workload =
        client.get(deployment ? api::kinds::deployment() : api::kinds::stateful_set(),
                   {cluster.ns, cluster.component(component.name)});
    std::vector<const json::Value*> own;
    for (const client::ObjectPtr& pod : pods.items) {
      if (api::label(*pod, kComponentLabel) == component.name) {
        own.push_back(pod.get());
      }
    }
    all.push_back(look(component, workload ? **workload : json::Value::null(), own));
  }
  return all;
}

ComponentNow* find_component(std::vector<ComponentNow>& components, std::string_view name) {
  const auto found =
      std::find_if(components.begin(), components.end(),
                   [&](const ComponentNow& one) { return one.component.name == name; });
  return found == components.end() ? nullptr : &*found;
}

Result<void> replace_stuck_pods(client::Client& client, const client::Object& set,
                                const std::vector<client::ObjectPtr>& pods) {
  const std::string& newest = set.at("status", "updateRevision").as_string();
  if (set.at("spec", "podManagementPolicy").as_string() == "Parallel" || newest.empty() ||
      set.at("status", "observedGeneration").as_int() !=
          set.at("metadata", "generation").as_int()) {
    return {};
  }
  for (const client::ObjectPtr& pod : pods) {
    if (is_controlled_by(*pod, api::uid(set)) && !api::is_being_deleted(*pod) &&
        !api::has_condition(*pod, "Ready") &&
        api::label(*pod, "controller-revision-hash") != newest) {
      TRY(done_or_gone(client.remove(api::kinds::pod(), api::key(*pod), {.uid = api::uid(*pod)})));
    }
  }
  return {};
}

Result<void> replace_stuck_pods(client::Client& client, const Cluster& cluster) {
  TRY_ASSIGN(const auto sets, client.list(api::kinds::stateful_set(), of_cluster(cluster)));
  TRY_ASSIGN(const auto pods, client.list(api::kinds::pod(), of_cluster(cluster)));
  for (const client::ObjectPtr& set : sets.items) {
    TRY(replace_stuck_pods(client, *set, pods.items));
  }
  return {};
}

bool is_starting(const client::Object& pod, std::string_view container) {
  for (const json::Value& status : pod.at("status", "containerStatuses").as_array()) {
    if (status.at("name").as_string() == container) {
      return status.at("state", "running").is_object() && !status.at("ready").as_bool();
    }
  }
  return false;
}

bool all_ready(const std::vector<ComponentNow>& components) {
  return std::all_of(components.begin(), components.end(),
                     [](const ComponentNow& one) { return one.ready; });
}

}  // namespace sluice::clusters
