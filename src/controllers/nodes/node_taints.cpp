// SPDX-License-Identifier: Apache-2.0
#include "controllers/nodes/node_taints.h"

#include "controllers/nodes/condition_taints.h"

namespace sluice::controllers {

NodeTaints::NodeTaints(client::Client& client, runtime::Informers& informers)
    : client_(client), nodes_(informers.of(api::kinds::node())) {}

void NodeTaints::connect(runtime::Controller& controller) {
  controller.watch(nodes_);
}

Result<runtime::Requeue> NodeTaints::reconcile(const api::Key& key) {
  const client::ObjectPtr seen = nodes_.get(key);
  if (seen == nullptr || nodes::condition_taints(*seen) == seen->at("spec", "taints").as_array()) {
    return runtime::Requeue{};
  }
  const auto found = client_.get(api::kinds::node(), key);
  if (!found && found.error().code == Code::kNotFound) {
    return runtime::Requeue{};
  }
  TRY(found);
  client::Object node = **found;  // with its resourceVersion: Conflict when it is not the latest
  json::Array taints = nodes::condition_taints(node);
  if (taints == node.at("spec", "taints").as_array()) {
    return runtime::Requeue{};
  }
  node["spec"]["taints"] = std::move(taints);
  TRY(client_.update(api::kinds::node(), node));
  return runtime::Requeue{};
}

}  // namespace sluice::controllers
