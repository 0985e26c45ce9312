// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/catalog.h"
#include "base/clock.h"
#include "client/client.h"
#include "machines/agents.h"
#include "machines/fleet.h"
#include "pools/pool_reconciler.h"
#include "runtime/controller.h"
#include "runtime/custom_informers.h"
#include "runtime/event_recorder.h"
#include "runtime/foreign_kinds.h"
#include "runtime/informers.h"
#include "runtime/runnable.h"

namespace sluice::pools {

// Moves machines between the MachineDeployments of NodePools. Slurm's queue and nodes are asked of
// the controller's agent, those of Kubernetes are objects here. Construct it before the informers
// start, start() it after they have synced; what fleet and agents are of outlives it.
class Operator final : public runtime::Runnable {
 public:
  struct Parts {
    api::KindPtr kind;  // NodePool
    client::Client& client;
    Clock& clock;
    runtime::Informers& informers;
    const machines::Fleet& fleet;
    machines::Agents& agents;
  };
  explicit Operator(const Parts& parts);
  ~Operator() override;

  std::string name() const override { return "nodepools"; }
  Result<void> start() override;
  void request_stop() override;
  bool await_stopped(SteadyTime deadline) override;

 private:
  MemberNow look(const client::Object& deployment, const Member& member, Claims& claims) const;
  MemberNow look_at_slurm(const client::Object& deployment, const Member& member,
                          Claims& claims) const;
  MemberNow look_at_kubernetes(const client::Object& deployment, const Member& member,
                               Claims& claims) const;
  Result<std::vector<api::Key>> mark(const client::Object& deployment,
                                     const std::vector<std::string>& nodes) const;
  void unmark(const std::vector<api::Key>& marked) const;
  api::Key owner_of(const api::Key& deployment) const;
  std::string node_of(const client::Object& machine) const;
  std::vector<client::ObjectPtr> machines_of(const client::Object& deployment) const;

  const Parts parts_;
  runtime::Informer& pools_;
  runtime::Informer& nodes_;
  runtime::Informer& pods_;
  runtime::ForeignKinds foreign_kinds_;
  runtime::CustomInformers foreign_;
  runtime::EventRecorder events_;
  PoolReconciler reconciler_;
  runtime::Controller controller_;
};

}  // namespace sluice::pools
