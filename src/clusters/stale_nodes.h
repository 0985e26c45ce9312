// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "client/pod_commands.h"
#include "clusters/cluster.h"
#include "runtime/event_recorder.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

namespace sluice::clusters {

// Nodes that joined by themselves stay in Slurm's records when their machines are gone. Removes
// those that do not answer for as long as the spec says and that nothing names: no job, running or
// waiting, no reservation, no drain, which is an administrator's word, and no Node of this
// Kubernetes, whose machine may come back. Returns the names. Asks slurmctld once; twice more when
// there is a node that is down.
Result<std::vector<std::string>> forget_stale_nodes(client::Client& client,
                                                    client::PodCommands& commands,
                                                    const Cluster& cluster);

// Does so for every cluster that says staleNodesAfterSeconds and has a slurmctld, and asks each no
// more often than is needed for that.
class StaleNodes final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    const runtime::Informer& clusters;
    runtime::EventRecorder& events;
    client::PodCommands& commands;
  };

  explicit StaleNodes(const Parts& parts) : parts_(parts) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  // How long until it is to be asked again; zero: now.
  Duration until_next(const api::Key& key, Duration every);

  const Parts parts_;
  std::mutex mutex_;
  std::map<api::Key, SteadyTime> asked_;
};

}  // namespace sluice::clusters
