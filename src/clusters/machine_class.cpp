// SPDX-License-Identifier: Apache-2.0
#include "clusters/machine_class.h"

#include "clusters/keys.h"
#include "clusters/objects.h"

namespace sluice::clusters {

json::Value machine_class(const Cluster& cluster) {
  json::Value spec = cluster.compute->machine_class;
  spec["clusterName"] = cluster.name;
  spec["controller"] = json::Object{{"address", cluster.compute->controllers.front()},
                                    {"port", cluster.ports.controller}};
  spec[cluster.auth + "Key"] =
      json::Object{{"secretName", cluster.component("nodes")}, {"key", trust_key(cluster)}};
  spec["maxNodeCount"] = cluster.max_nodes;
  return json::Object{
      {"apiVersion", "sluice.dev/v1alpha1"},
      {"kind", "SlurmNodeClass"},
      {"metadata", json::Object{{"name", cluster.name},
                                {"namespace", cluster.ns},
                                {"labels", json::Object{{kClusterLabel, cluster.name}}}}},
      {"spec", std::move(spec)}};
}

}  // namespace sluice::clusters
