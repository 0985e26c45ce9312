// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "client/pod_commands.h"
#include "clusters/cluster.h"
#include "clusters/cluster_nodes.h"
#include "clusters/cluster_status.h"
#include "clusters/keys.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

namespace sluice::clusters {

// Makes a SlurmCluster so: the objects it is to have are applied when they differ from those that
// are there, those of its own that it is not to have any more are deleted, and what the programs
// say of themselves becomes its conditions. Once it works, changes are rolled out (RollOut).
// Deleted, it takes its objects along by their owner references. Remembers nothing.
class ClusterReconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    const runtime::Informer& clusters;
    runtime::EventRecorder& events;
    client::PodCommands& commands;
    const ClusterNodes* nodes = nullptr;  // null: nobody looks after machines
  };

  explicit ClusterReconciler(const Parts& parts) : parts_(parts) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<Cluster> read(const client::Object& object) const;
  Result<runtime::Requeue> first_time(const client::Object& object, const Cluster& cluster,
                                      const Keys& keys);
  Result<runtime::Requeue> change(const client::Object& seen, const Cluster& cluster,
                                  const Keys& keys);
  void add_nodes(const Cluster& cluster, json::Value& status,
                 std::vector<ComponentNow>& components) const;
  // Says why nothing is done, where `reasons` has a word for that; else the error is passed on.
  Result<runtime::Requeue> refuse(const client::Object& object, const Error& error,
                                  std::string_view (*reasons)(Code));
  Result<void> write(const client::Object& object, json::Value status);

  const Parts parts_;
};

}  // namespace sluice::clusters
