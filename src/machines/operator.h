// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "machines/bootstrap_reconciler.h"
#include "machines/definition.h"
#include "runtime/controller.h"
#include "runtime/custom_informers.h"
#include "runtime/event_recorder.h"
#include "runtime/foreign_kinds.h"
#include "runtime/informers.h"
#include "runtime/runnable.h"

namespace sluice::machines {

// Machines of Cluster API become nodes of Slurm clusters: the bootstrap provider. Cluster API
// itself may be installed before or after it starts, or never. Construct it before the informers
// start, start() it after they have synced.
class Operator final : public runtime::Runnable {
 public:
  Operator(Kinds kinds, client::Client& client, Clock& clock, runtime::Informers& informers);
  ~Operator() override;

  std::string name() const override { return "machines"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  void look_at(const api::Kind& kind, const runtime::Change& change);
  void look_at_all(const std::string& index, const client::Object& object);

  const Kinds kinds_;
  Clock& clock_;
  runtime::Informer& configs_;
  runtime::Informer& classes_;
  runtime::ForeignKinds foreign_kinds_;
  runtime::CustomInformers foreign_;
  runtime::EventRecorder events_;
  BootstrapReconciler reconciler_;
  runtime::Controller controller_;
};

}  // namespace sluice::machines
