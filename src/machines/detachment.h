// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/clock.h"
#include "machines/agents.h"
#include "machines/fleet.h"

namespace sluice::machines {

// Orders that a Machine's node leaves Slurm, with the agent that can: its own, or where that is
// dead or the Machine never had a Node, that of the controller. All that has to be remembered is
// with the agents; this knows only since when some of them do not answer, and for a moment what
// Slurm clusters have. Thread-safe.
class Detachment {
 public:
  struct Parts {
    Clock& clock;
    const Fleet& fleet;
    Agents& agents;
  };
  explicit Detachment(const Parts& parts) : parts_(parts) {}

  // Unavailable, with who does not answer, when nobody can be asked now.
  Result<detach::Progress> order(const client::Object& machine, const SlurmMachine& slurm,
                                 const detach::Order& order);

  // Whether its Slurm cluster has no nodes but such that are down and have no jobs.
  Result<bool> is_abandoned(const SlurmMachine& slurm);

  void forget(const api::Key& machine);

 private:
  // Who is asked about the cluster. Unavailable names what is missing.
  struct Controller {
    AgentAt agent;
    client::ObjectPtr node_class;
  };
  Result<Controller> controller_of(const SlurmMachine& slurm) const;

  using Nodes = std::vector<detach::NodeView>;
  struct Listing {
    std::mutex
        mutex;  // guards the rest; held while it is asked for: the others wait for the answer
    SteadyTime asked{};
    SteadyTime until{};
    Result<Nodes> nodes;
  };
  // An answer to a question that was asked no earlier than that.
  Result<Nodes> nodes_of(const AgentAt& controller, SteadyTime since);
  // Whether Slurm has the Machine's node; as it was then, or later.
  Result<bool> is_known(const client::Object& machine, const SlurmMachine& slurm,
                        SteadyTime since = {});
  Result<detach::Progress> order_own(const AgentAt& agent, const std::string& node,
                                     const detach::Order& order);
  Result<detach::Progress> order_controller(const client::Object& machine,
                                            const SlurmMachine& slurm, const detach::Order& order);
  // Whether Slurm has the node of which its own agent says that it has left.
  Result<bool> has_come_back(const client::Object& machine, const SlurmMachine& slurm);
  void note_silence(const api::Key& machine);
  bool is_silent(const api::Key& machine);
  bool is_dead(const client::Object& machine, const SlurmMachine& slurm);

  const Parts parts_;
  std::mutex mutex_;  // guards the maps
  std::map<api::Key, SteadyTime> silent_since_;
  std::map<api::Key, std::shared_ptr<Listing>> listings_;  // by the controller's Machine
};

}  // namespace sluice::machines
