// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/meta.h"
#include "base/result.h"
#include "detach/protocol.h"
#include "detach/queue.h"
#include "detach/stack.h"

namespace sluice::machines {

// Who is asked, and whose certificate must answer.
struct AgentAt {
  std::string address;
  std::uint16_t port = detach::kDefaultPort;
  api::Key machine;
  api::Key node_class;  // of that machine

  // Instead of a machine's agent: this SlurmCluster, whose slurmctlds are in pods. `machine` is a
  // name for it that no Machine has.
  api::Key slurm_cluster = {};
  bool is_in_pods() const { return !slurm_cluster.name.empty(); }

  // Of one that speaks for all nodes, in messages.
  std::string controller() const {
    return is_in_pods() ? "slurmctld of the SlurmCluster " + slurm_cluster.name
                        : "the controller's agent at " + address;
  }

  friend bool operator==(const AgentAt&, const AgentAt&) = default;
};

// Whether an agent did not answer. Somebody else at its address is silence, too.
inline bool is_silence(const Error& error) {
  return error.code == Code::kUnavailable || error.code == Code::kTimeout ||
         error.code == Code::kUnauthorized;
}

// The agents of machines, as the operator sees them: what detach/protocol.h says. Unavailable or
// Timeout: it does not answer; Unauthorized: somebody else is there; none of them where it could
// not even be asked. Thread-safe.
class Agents {
 public:
  virtual ~Agents() = default;

  // Orders, or orders again, and tells how far it is.
  virtual Result<detach::Progress> order(const AgentAt& agent, const std::string& node,
                                         const detach::Order& order) = 0;

  // Orders, or orders again, which stack its machine shall run. NotFound: it has one only.
  virtual Result<detach::StackProgress> order_stack(const AgentAt& agent,
                                                    const detach::StackOrder& order) = 0;

  // Every node of its Slurm cluster.
  virtual Result<std::vector<detach::NodeView>> nodes(const AgentAt& agent) = 0;

  // Every job that waits in it.
  virtual Result<std::vector<detach::WaitingJob>> queue(const AgentAt& agent) = 0;
};

// What the first of them says that can answer. Where none can, a word of one that it cannot counts
// more than the silence of others. There is at least one.
template <class Ask>
auto first_answer(const std::vector<AgentAt>& agents, const Ask& ask) {
  auto answer = ask(agents.front());
  for (std::size_t i = 1; i < agents.size() && !answer; ++i) {
    auto next = ask(agents[i]);
    if (next || is_silence(answer.error())) {
      answer = std::move(next);
    }
  }
  return answer;
}

}  // namespace sluice::machines
