// SPDX-License-Identifier: Apache-2.0
#include "auth/metrics_reader.h"

#include <string>

#include "registry/ensure.h"

namespace sluice::auth {

Result<void> publish_metrics_reader(registry::Registry& registry) {
  const api::Kind& kind = api::kinds::cluster_role();
  json::Value role = json::Object{{"apiVersion", kind.api_version()}, {"kind", kind.kind}};
  role["metadata"]["name"] = "system:aggregated-metrics-reader";
  for (const char* to : {"view", "edit", "admin"}) {
    role["metadata"]["labels"][std::string("rbac.authorization.k8s.io/aggregate-to-") + to] =
        "true";
  }
  role["rules"] = json::Array{json::Object{{"apiGroups", json::Array{"metrics.k8s.io"}},
                                           {"resources", json::Array{"pods", "nodes"}},
                                           {"verbs", json::Array{"get", "list", "watch"}}}};
  return registry::ensure(registry, role);
}

}  // namespace sluice::auth
