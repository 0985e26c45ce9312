// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "detach/protocol.h"
#include "detach/queue.h"
#include "detach/stack.h"
#include "http/client.h"

namespace sluice::detach {

// One agent, as the operator talks to it (protocol.h). Blocks for at most a few seconds.
// Thread-safe. Unavailable or Timeout: it does not answer; NotFound: there is no such detachment;
// Conflict: it is too late to give it up; otherwise what the agent says.
class AgentClient {
 public:
  // The options name the agent's certificate (server_name), and hold ours.
  static Result<std::unique_ptr<AgentClient>> connect(http::ClientOptions options);

  explicit AgentClient(std::unique_ptr<http::Client> http) : http_(std::move(http)) {}

  Result<Progress> order(const std::string& node, const Order& order);
  Result<StackProgress> order_stack(const StackOrder& order);
  Result<std::vector<NodeView>> nodes();
  Result<std::vector<WaitingJob>> queue();

 private:
  Result<json::Value> send(const char* method, const std::string& target, Duration patience,
                           const std::string& body = "");

  const std::unique_ptr<http::Client> http_;
};

}  // namespace sluice::detach
