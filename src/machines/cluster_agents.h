// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/clock.h"
#include "base/command.h"
#include "detach/detachments.h"
#include "machines/agents.h"

namespace sluice::machines {

// The agents of machines and, where slurmctld is in the pods of a SlurmCluster, in the place of
// a controller's agent Slurm's own commands there. Nothing of it outlives this process: whoever
// repeats an order has it carried out, a step each time, and looks at everything anew; only a
// deadline counts from the first order that this process has seen. Thread-safe.
class ClusterAgents final : public Agents {
 public:
  // Programs beside slurmctld of that SlurmCluster.
  using Open = std::function<std::unique_ptr<CommandRunner>(const api::Key& cluster)>;

  ClusterAgents(Agents& of_machines, Open open, Clock& clock)
      : of_machines_(of_machines), open_(std::move(open)), clock_(clock) {}

  Result<detach::Progress> order(const AgentAt& agent, const std::string& node,
                                 const detach::Order& order) override;
  Result<detach::StackProgress> order_stack(const AgentAt& agent,
                                            const detach::StackOrder& order) override;
  Result<std::vector<detach::NodeView>> nodes(const AgentAt& agent) override;
  Result<std::vector<detach::WaitingJob>> queue(const AgentAt& agent) override;

 private:
  struct InPods {
    std::unique_ptr<CommandRunner> pods;
    std::unique_ptr<detach::SlurmNodes> slurm;
    std::unique_ptr<detach::Detachments> detachments;
  };
  InPods& in_pods(const api::Key& cluster);
  template <class T>
  Result<T> told(InPods& there, Result<T> answer) const;

  Agents& of_machines_;
  const Open open_;
  Clock& clock_;
  std::mutex mutex_;                     // guards the map; what is in it stays
  std::map<api::Key, InPods> clusters_;  // that were asked for
};

}  // namespace sluice::machines
