// SPDX-License-Identifier: Apache-2.0
#include "auth/kubelet_caller.h"

#include "registry/ensure.h"

namespace sluice::auth {

Result<void> publish_kubelet_caller(registry::Registry& registry) {
  constexpr const char* kGroup = "rbac.authorization.k8s.io";
  const api::Kind& kind = api::kinds::cluster_role_binding();
  json::Value binding = json::Object{{"apiVersion", kind.api_version()}, {"kind", kind.kind}};
  binding["metadata"]["name"] = kKubeletCaller;
  binding["roleRef"] = json::Object{
      {"apiGroup", kGroup}, {"kind", "ClusterRole"}, {"name", "system:kubelet-api-admin"}};
  binding["subjects"] = json::Array{
      json::Object{{"kind", "User"}, {"apiGroup", kGroup}, {"name", kKubeletCaller}}};
  return registry::ensure(registry, binding);
}

}  // namespace sluice::auth
