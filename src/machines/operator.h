// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "machines/agents.h"
#include "machines/bootstrap_reconciler.h"
#include "machines/controllers.h"
#include "machines/definition.h"
#include "machines/fleet.h"
#include "machines/machine_reconciler.h"
#include "machines/phase_metrics.h"
#include "machines/slurm_view.h"
#include "machines/view_reconciler.h"
#include "runtime/controller.h"
#include "runtime/custom_informers.h"
#include "runtime/event_recorder.h"
#include "runtime/foreign_kinds.h"
#include "runtime/informers.h"
#include "runtime/runnable.h"

namespace sluice::machines {

// Machines of Cluster API become nodes of Slurm clusters, and leave them when they are deleted: the
// bootstrap provider, and the hooks. Cluster API itself may be installed before or after it starts,
// or never. Construct it before the informers start, start() it after they have synced.
class Operator final : public runtime::Runnable {
 public:
  struct Parts {
    Kinds kinds;
    client::Client& client;
    Clock& clock;
    runtime::Informers& informers;
    Agents& agents;
  };
  explicit Operator(Parts parts);
  ~Operator() override;

  const Fleet& fleet() const { return fleet_; }
  void write_metrics(Exposition& page) const { metrics_.write(page); }

  std::string name() const override { return "machines"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  void look_at(const api::Kind& kind, const runtime::Change& change);
  void look_at_config(const runtime::Change& change);
  void look_at_class(const client::Object& node_class);
  void look_at_cluster(const client::Object& cluster);
  void look_at_machine(const runtime::Change& change);

  const Kinds kinds_;
  Clock& clock_;
  runtime::Informer& configs_;
  runtime::Informer& classes_;
  runtime::ForeignKinds foreign_kinds_;
  runtime::CustomInformers foreign_;
  runtime::EventRecorder events_;
  const Fleet fleet_;
  SlurmView view_;
  Controllers controllers_;
  PhaseMetrics metrics_;
  BootstrapReconciler bootstrap_reconciler_;
  runtime::Controller bootstrap_;
  MachineReconciler machine_reconciler_;
  runtime::Controller machines_;
  ViewReconciler view_reconciler_;
  runtime::Controller views_;
};

}  // namespace sluice::machines
