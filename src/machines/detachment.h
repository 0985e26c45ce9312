// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "machines/agents.h"
#include "machines/controllers.h"
#include "machines/fleet.h"
#include "machines/silences.h"

namespace sluice::machines {

// Orders that a Machine's node leaves Slurm, with the agent that can: its own, or where that is
// dead or the Machine never had a Node, that of the controller. All that has to be remembered is
// with the agents; this knows only since when some of them do not answer. Thread-safe.
class Detachment {
 public:
  struct Parts {
    Clock& clock;
    const Fleet& fleet;
    Agents& agents;
    Controllers& controllers;
  };
  explicit Detachment(const Parts& parts) : parts_(parts), silences_(parts.clock) {}

  // Unavailable, with who does not answer, when nobody can be asked now.
  Result<detach::Progress> order(const client::Object& machine, const SlurmMachine& slurm,
                                 const detach::Order& order);

  // Whether its Slurm cluster has no nodes but such that are down and have no jobs.
  Result<bool> is_abandoned(const SlurmMachine& slurm);

  // For a Machine that was let go and has not gone yet: has the controller take its node out of
  // Slurm, at each call a step further, if there is one again. Whether there is.
  Result<bool> remove_late(const client::Object& machine, const SlurmMachine& slurm);

  void forget(const api::Key& machine);

 private:
  Result<client::ObjectPtr> class_of(const SlurmMachine& slurm) const;
  // Whether Slurm has the Machine's node, by what its controller says. Where its name is not known,
  // an error names those that may be it.
  Result<bool> is_known(const client::Object& machine, const SlurmMachine& slurm,
                        const Controllers::Word& word) const;
  std::vector<std::string> strays(const client::Object& machine, const client::Object& node_class,
                                  const Controllers::Word& word) const;
  Result<detach::Progress> order_own(const AgentAt& agent, const std::string& node,
                                     const detach::Order& order);
  Result<detach::Progress> order_controller(const client::Object& machine,
                                            const SlurmMachine& slurm, const detach::Order& order);
  // Whether Slurm has the node of which its own agent says that it has left.
  Result<bool> has_come_back(const client::Object& machine, const SlurmMachine& slurm);
  bool is_dead(const client::Object& machine, const SlurmMachine& slurm) const;

  const Parts parts_;
  Silences silences_;  // of the machines' own agents
};

}  // namespace sluice::machines
