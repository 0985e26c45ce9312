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

  friend bool operator==(const AgentAt&, const AgentAt&) = default;
};

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

}  // namespace sluice::machines
