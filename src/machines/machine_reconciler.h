// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "machines/agents.h"
#include "machines/detachment.h"
#include "machines/fleet.h"
#include "machines/slurm_view.h"
#include "runtime/event_recorder.h"
#include "runtime/reconciler.h"

namespace sluice::machines {

// Keeps hooks on the Machines of Slurm, and removes them from one that is being deleted when Slurm
// does not know its node any more. Other Machines are left alone.
class MachineReconciler final : public runtime::Reconciler {
 public:
  struct Parts {
    client::Client& client;
    Clock& clock;
    const Fleet& fleet;
    const SlurmView& view;
    Agents& agents;
    Controllers& controllers;
    runtime::EventRecorder& events;
  };
  explicit MachineReconciler(const Parts& parts)
      : parts_(parts), detachment_({parts.clock, parts.fleet, parts.agents, parts.controllers}) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<runtime::Requeue> keep(const client::Object& machine, const SlurmMachine& slurm);
  Result<void> show_registration(const client::Object& machine, const SlurmMachine& slurm);
  Result<runtime::Requeue> change_stack(const client::Object& machine, const SlurmMachine& slurm);
  Result<runtime::Requeue> let_go(const client::Object& machine);
  Result<runtime::Requeue> detach(const client::Object& machine, const SlurmMachine& slurm);
  Result<runtime::Requeue> see_off(const client::Object& machine, const SlurmMachine& slurm);
  Result<bool> note_name(const client::Object& machine, const SlurmMachine& slurm);
  bool is_cluster_going(const client::Object& machine) const;
  bool must_wait_for_workers(const client::Object& machine, const SlurmMachine& slurm) const;

  struct Story {
    std::string reason;  // of SlurmDetached
    std::string message;
    bool is_warning = false;
    bool is_drained = false;  // no job is left
  };
  Result<runtime::Requeue> wait(const client::Object& machine, const Story& story);
  Result<runtime::Requeue> release(const client::Object& machine, const Story& story);
  Result<void> show(const client::Object& machine, std::span<const api::ConditionUpdate> updates);
  Result<void> tell(const client::Object& machine, const char* status, const Story& story);
  Result<void> tell_stack(const client::Object& machine, const char* status, const Story& story);
  Result<void> change(const client::Object& machine, const json::Value& body);

  const Parts parts_;
  Detachment detachment_;
};

}  // namespace sluice::machines
