// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "clusters/cluster.h"
#include "clusters/cluster_status.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

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
  Result<std::vector<ComponentNow>> look_at_all(const Cluster& cluster) const;
  Result<void> write(const client::Object& object, json::Value status);

  const Parts parts_;
};

}  // namespace sluice::clusters
