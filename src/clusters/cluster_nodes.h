// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"
#include "clusters/cluster.h"
#include "clusters/cluster_status.h"
#include "clusters/keys.h"
#include "runtime/informer.h"

namespace sluice::clusters {

// The label of Nodes that says in which namespace their SlurmCluster is; which it is, the label of
// its objects says.
constexpr const char* kClusterNamespaceLabel = "sluice.dev/slurm-cluster-namespace";

// The machines of clusters: what they are to run, and how they are. Agents say of their Nodes that
// they are ready when slurmd has registered; nobody asks Slurm for that.
class ClusterNodes {
 public:
  ClusterNodes(client::Client& client, Clock& clock, api::KindPtr kind,
               const runtime::Informer& nodes)
      : client_(client), clock_(clock), kind_(std::move(kind)), nodes_(nodes) {}

  // The NodeServices object, and the class for machines of Cluster API, are as the cluster declares
  // them, and machines have turns to change; without a declaration there are none. AlreadyExists: somebody else has one of that name.
  Result<void> apply(const client::Object& object, const Cluster& cluster, const Keys& keys) const;

  // Nothing where none are declared. Writes their numbers into `status`.
  std::optional<ComponentNow> look(const Cluster& cluster, json::Value& status) const;

 private:
  Result<void> hand_out_turns(const Cluster& cluster) const;
  Result<void> apply_one(const api::Kind& kind, const client::Object& object,
                         const std::string& name, json::Value wanted) const;

  client::Client& client_;
  Clock& clock_;
  const api::KindPtr kind_;
  const runtime::Informer& nodes_;
};

// Of which SlurmCluster a Node is; without a name: of none.
api::Key cluster_of(const json::Value& node);

}  // namespace sluice::clusters
