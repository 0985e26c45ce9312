// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>

#include "base/clock.h"
#include "base/recent_map.h"
#include "client/client.h"
#include "detach/agent_client.h"
#include "machines/agents.h"

namespace sluice::machines {

// Agents over HTTPS with certificates on both sides, of the authority that their class has beside
// it. Connections are kept for those asked last.
class HttpsAgents final : public Agents {
 public:
  HttpsAgents(client::Client& client, Clock& clock) : client_(client), clock_(clock) {}

  Result<detach::Progress> order(const AgentAt& agent, const std::string& node,
                                 const detach::Order& order) override;
  Result<detach::StackProgress> order_stack(const AgentAt& agent,
                                            const detach::StackOrder& order) override;
  Result<std::vector<detach::NodeView>> nodes(const AgentAt& agent) override;
  Result<std::vector<detach::WaitingJob>> queue(const AgentAt& agent) override;

 private:
  struct Connected {
    std::shared_ptr<detach::AgentClient> client;  // shared with who is talking just now
    SteadyTime until;                             // the certificate it shows ends later
  };
  Result<std::shared_ptr<detach::AgentClient>> connect(const AgentAt& agent);
  template <class T>
  Result<T> kept(const AgentAt& agent, Result<T> answer);  // the connection, unless it is refused

  client::Client& client_;
  Clock& clock_;
  std::mutex mutex_;  // guards connected_
  RecentMap<Connected> connected_{512};
};

}  // namespace sluice::machines
