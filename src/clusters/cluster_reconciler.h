// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "clusters/cluster.h"
#include "clusters/cluster_status.h"
#include "clusters/keys.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"
#include "slurmconf/plan.h"

namespace sluice::clusters {

// Makes a SlurmCluster so: the objects it is to have are applied when they differ from those that
// are there, those of its own that it is not to have any more are deleted, and what the programs
// say of themselves becomes its conditions. Deleted, it takes its objects along by their owner
// references. Remembers nothing.
class ClusterReconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    const runtime::Informer& clusters;
    runtime::EventRecorder& events;
  };

  explicit ClusterReconciler(const Parts& parts) : parts_(parts) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<Cluster> read(const client::Object& object) const;
  Result<Keys> keys(const client::Object& object, const Cluster& cluster);
  Result<std::string> password(const Cluster& cluster, const Keys& keys) const;
  Result<slurmconf::Plan> plan(const client::Object& object, const Cluster& cluster) const;
  Result<std::map<std::string, std::string>> files_now(const Cluster& cluster) const;
  Result<void> check_database(const client::Object& object, const Cluster& cluster) const;
  Result<void> make_so(const client::Object& object, const Cluster& cluster,
                       std::vector<client::Object> desired);
  Result<std::vector<ComponentNow>> look_at_all(const Cluster& cluster) const;
  Result<void> write(const client::Object& object, json::Value status);

  const Parts parts_;
};

}  // namespace sluice::clusters
