// SPDX-License-Identifier: Apache-2.0
#include "clusters/components.h"

#include <algorithm>

#include "api/meta.h"
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

bool all_ready(const std::vector<ComponentNow>& components) {
  return std::all_of(components.begin(), components.end(),
                     [](const ComponentNow& one) { return one.ready; });
}

}  // namespace sluice::clusters
