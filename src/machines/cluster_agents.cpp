// SPDX-License-Identifier: Apache-2.0
#include "machines/cluster_agents.h"

#include "detach/command_slurm_nodes.h"

namespace sluice::machines {

Result<detach::Progress> ClusterAgents::order(const AgentAt& agent, const std::string& node,
                                              const detach::Order& order) {
  return agent.is_in_pods() ? in_pods(agent.slurm_cluster).detachments->order_now(node, order)
                            : of_machines_.order(agent, node, order);
}

Result<detach::StackProgress> ClusterAgents::order_stack(const AgentAt& agent,
                                                         const detach::StackOrder& order) {
  return agent.is_in_pods() ? fail(Code::kNotFound, "slurmctld in a pod has one stack only")
                            : of_machines_.order_stack(agent, order);
}

Result<std::vector<detach::NodeView>> ClusterAgents::nodes(const AgentAt& agent) {
  if (!agent.is_in_pods()) {
    return of_machines_.nodes(agent);
  }
  InPods& there = in_pods(agent.slurm_cluster);
  return told(there, there.slurm->look_at_all());
}

Result<std::vector<detach::WaitingJob>> ClusterAgents::queue(const AgentAt& agent) {
  if (!agent.is_in_pods()) {
    return of_machines_.queue(agent);
  }
  InPods& there = in_pods(agent.slurm_cluster);
  return told(there, there.slurm->waiting_jobs());
}

ClusterAgents::InPods& ClusterAgents::in_pods(const api::Key& cluster) {
  const std::scoped_lock lock(mutex_);
  InPods& there = clusters_[cluster];
  if (there.pods == nullptr) {
    there.pods = open_(cluster);
    there.slurm = detach::make_command_slurm_nodes(*there.pods);
    there.detachments = std::make_unique<detach::Detachments>(
        detach::Detachments::Parts{.own_node = "",
                                   .answers_for_all = true,
                                   .machine = {},
                                   .file = {},
                                   .slurm = *there.slurm,
                                   .clock = clock_});
  }
  return there;
}

// As with agents, a slurmctld that is away is waited for; that there is no pod is silence.
template <class T>
Result<T> ClusterAgents::told(InPods& there, Result<T> answer) const {
  if (!answer && answer.error().code == Code::kUnavailable &&
      there.pods->run({.argv = {"true"}, .timeout = detach::kPatience})) {
    answer.error().code = Code::kInternal;
  }
  return answer;
}

}  // namespace sluice::machines
