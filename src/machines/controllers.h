// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "machines/agents.h"
#include "machines/fleet.h"
#include "machines/silences.h"

namespace sluice::machines {

// What Slurm clusters have of nodes, as the agents of their controllers say, or slurmctld in the
// pods of a SlurmCluster; and since when those say nothing. Who asks at the same time shares one
// answer. Thread-safe.
class Controllers {
 public:
  struct Parts {
    Clock& clock;
    const Fleet& fleet;
    Agents& agents;
  };
  explicit Controllers(const Parts& parts) : parts_(parts), silences_(parts.clock) {}

  struct Word {
    AgentAt from;
    std::vector<detach::NodeView> nodes;
  };
  // The cluster of a class; the answer to a question that was asked no earlier than that.
  // Unavailable, with who it is, when nobody answers or there is nobody to ask.
  Result<Word> ask(const client::Object& node_class, SteadyTime since = {});

  // Whether none has answered for so long that they may be gone.
  bool are_gone(const client::Object& node_class) const;

  // Whether there is nobody to ask, and never was: slurmctld is somebody else's.
  bool are_elsewhere(const client::Object& node_class) const;

  void forget(const api::Key& machine);

 private:
  using Nodes = std::vector<detach::NodeView>;
  struct Listing {
    std::mutex
        mutex;  // guards the rest; held while it is asked for: the others wait for the answer
    SteadyTime asked{};
    SteadyTime until{};
    Result<Nodes> nodes;
  };
  Result<Nodes> nodes_of(const AgentAt& controller, SteadyTime since);

  const Parts parts_;
  Silences silences_;
  std::mutex mutex_;                                       // guards the map
  std::map<api::Key, std::shared_ptr<Listing>> listings_;  // by the controller's Machine
};

}  // namespace sluice::machines
