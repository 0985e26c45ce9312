// SPDX-License-Identifier: Apache-2.0
//
// Labels of a binding become the pod's when it is bound, so the rule gives them to the binding, and
// to a pod itself only when it is created with a node. A node that nobody knows has none to give.
#include <array>
#include <string_view>

#include "registry/admission/rules.h"

namespace sluice::registry {
namespace {

constexpr std::array<std::string_view, 2> kLabels = {"topology.kubernetes.io/region",
                                                     "topology.kubernetes.io/zone"};
constexpr std::string_view kMark = "topology.kubernetes.io/";

// The name of the node, or "" where the rule does not apply.
const std::string& node_of(const Attributes& request) {
  static const std::string kNone;
  if (&request.kind != &api::kinds::pod()) {
    return kNone;
  }
  if (request.subresource.empty()) {
    return request.object->at("spec", "nodeName").as_string();
  }
  const json::Value& target = request.object->at("target");
  const bool binds = request.subresource == "binding" && target.at("kind").as_string() == "Node";
  return binds ? target.at("name").as_string() : kNone;
}

}  // namespace

Result<void> pod_topology_labels(const store::Store& store, Attributes& request) {
  const std::string& name = node_of(request);
  if (name.empty()) {
    return {};
  }
  TRY_ASSIGN(const auto node, find_stored(store, api::kinds::node(), {"", name}, kMark));
  if (!node.has_value()) {
    return {};
  }
  for (const std::string_view label : kLabels) {
    if (const json::Value* value = node->find("metadata", "labels", label)) {
      (*request.object)["metadata"]["labels"][label] = *value;
    }
  }
  return {};
}

}  // namespace sluice::registry
