// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "registry/admission/rules.h"

namespace sluice::registry {

Result<void> node_taint(const store::Store&, Attributes& request) {
  if (!is_for(request, api::kinds::node())) {
    return {};
  }
  const json::Value not_ready =
      json::Object{{"key", "node.kubernetes.io/not-ready"}, {"effect", "NoSchedule"}};
  json::Array taints = request.object->at("spec", "taints").as_array();
  if (std::none_of(taints.begin(), taints.end(), [&](const json::Value& taint) {
        return taint.at("key") == not_ready.at("key") &&
               taint.at("effect") == not_ready.at("effect");
      })) {
    taints.push_back(not_ready);
    (*request.object)["spec"]["taints"] = std::move(taints);
  }
  return {};
}

}  // namespace sluice::registry
