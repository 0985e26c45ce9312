// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "registry/admission/default_class.h"
#include "registry/admission/rules.h"

namespace sluice::registry {

Result<void> default_ingress_class(const store::Store& store, Attributes& request) {
  const api::Kind* ingresses = api::find_resource("networking.k8s.io", "v1", "ingresses");
  const api::Kind* classes = api::find_resource("networking.k8s.io", "v1", "ingressclasses");
  if (ingresses == nullptr || classes == nullptr || !is_for(request, *ingresses) ||
      request.object->find("spec", "ingressClassName") != nullptr ||
      request.object->find("metadata", "annotations", "kubernetes.io/ingress.class") != nullptr) {
    return {};
  }
  TRY_ASSIGN(const std::vector<json::Value> all, stored(store, *classes));
  const json::Value* best = newest_where(all, [](const json::Value& candidate) {
    return api::annotation(candidate, "ingressclass.kubernetes.io/is-default-class") == "true";
  });
  if (best != nullptr) {
    (*request.object)["spec"]["ingressClassName"] = api::name(*best);
  }
  return {};
}

}  // namespace sluice::registry
