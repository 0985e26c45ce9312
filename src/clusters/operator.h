// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"
#include "client/pod_commands.h"
#include "clusters/cluster_nodes.h"
#include "clusters/cluster_reconciler.h"
#include "clusters/services_reconciler.h"
#include "clusters/stale_nodes.h"
#include "runtime/controller.h"
#include "runtime/event_recorder.h"
#include "runtime/informers.h"
#include "runtime/runnable.h"

namespace sluice::clusters {

// Keeps SlurmClusters as they are declared. Construct it before the informers start, start() it
// after they have synced.
class Operator final : public runtime::Runnable {
 public:
  struct Parts {
    api::KindPtr kind;           // SlurmCluster
    api::KindPtr node_services;  // NodeServices
    client::Client& client;
    Clock& clock;
    runtime::Informers& informers;
    client::PodCommands& commands;
  };
  explicit Operator(const Parts& parts);
  ~Operator() override;

  std::string name() const override { return "slurmclusters"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  const api::KindPtr kind_;
  Clock& clock_;
  runtime::Informer& clusters_;
  runtime::EventRecorder events_;
  ClusterNodes nodes_;
  ClusterReconciler reconciler_;
  runtime::Controller controller_;
  ServicesReconciler services_reconciler_;
  runtime::Controller services_controller_;
  StaleNodes stale_nodes_;
  runtime::Controller stale_controller_;
};

}  // namespace sluice::clusters
