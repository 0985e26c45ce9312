// SPDX-License-Identifier: Apache-2.0
#include "machines/https_agents.h"

#include "machines/agent_authority.h"

namespace sluice::machines {
namespace {

constexpr Duration kKept = std::chrono::hours(12);

std::string name_of(const AgentAt& agent) {
  return agent.address + " " + std::to_string(agent.port) + " " + api::to_string(agent.machine) +
         " " + api::to_string(agent.node_class);
}

}  // namespace

Result<detach::Progress> HttpsAgents::order(const AgentAt& agent, const std::string& node,
                                            const detach::Order& order) {
  return kept(agent, connect(agent).and_then(
                         [&](const auto& client) { return client->order(node, order); }));
}

Result<detach::StackProgress> HttpsAgents::order_stack(const AgentAt& agent,
                                                       const detach::StackOrder& order) {
  return kept(agent, connect(agent).and_then(
                         [&](const auto& client) { return client->order_stack(order); }));
}

Result<std::vector<detach::NodeView>> HttpsAgents::nodes(const AgentAt& agent) {
  return kept(agent, connect(agent).and_then([](const auto& client) { return client->nodes(); }));
}

Result<std::vector<detach::WaitingJob>> HttpsAgents::queue(const AgentAt& agent) {
  return kept(agent, connect(agent).and_then([](const auto& client) { return client->queue(); }));
}

// The authority may be another one by now.
template <class T>
Result<T> HttpsAgents::kept(const AgentAt& agent, Result<T> answer) {
  if (!answer &&
      (answer.error().code == Code::kUnauthorized || answer.error().code == Code::kForbidden)) {
    const std::scoped_lock lock(mutex_);
    connected_.erase(name_of(agent));
  }
  return answer;
}

Result<std::shared_ptr<detach::AgentClient>> HttpsAgents::connect(const AgentAt& agent) {
  const std::string name = name_of(agent);
  {
    const std::scoped_lock lock(mutex_);
    if (const Connected* known = connected_.find(name);
        known != nullptr && clock_.steady() < known->until) {
      return known->client;
    }
  }
  TRY_ASSIGN(const auto authority, known_agent_authority(client_, agent.node_class));
  TRY_ASSIGN(http::Credential ours, detach::issue_operator(authority, clock_.now()));
  TRY_ASSIGN(std::shared_ptr<detach::AgentClient> client,
             detach::AgentClient::connect(
                 {.host = agent.address,
                  .port = agent.port,
                  .server_name = detach::agent_name(agent.machine.ns, agent.machine.name),
                  .ca_pem = authority.credential().certificate_pem,
                  .certificate_pem = std::move(ours.certificate_pem),
                  .key_pem = std::move(ours.key_pem)}));
  const std::scoped_lock lock(mutex_);
  connected_[name] = {client, clock_.steady() + kKept};
  return client;
}

}  // namespace sluice::machines
