// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "http/client.h"
#include "http/connection.h"
#include "http/websocket/websocket.h"

namespace sluice::http {

// A blocking WebSocket to a server, on a connection of its own. One thread.
class WebSocketClient {
 public:
  // `protocols`: those that we speak, the best one first, separated by commas. A server that
  // refuses has its answer in `refused`.
  struct Opened {
    std::unique_ptr<WebSocketClient> socket;
    ClientResponse refused;
  };
  static Result<Opened> open(const ClientOptions& options, const std::string& target,
                             std::string_view protocols, SteadyTime deadline);

  const std::string& protocol() const { return protocol_; }  // the server's choice

  Result<void> send(std::string_view data, SteadyTime deadline);  // one binary message

  // The next message; nothing: the server has said goodbye. Timeout, Unavailable.
  Result<std::optional<WebSocket::Message>> next(SteadyTime deadline);

 private:
  WebSocketClient(Connection connection, std::string protocol)
      : connection_(std::move(connection)), protocol_(std::move(protocol)) {}
  Result<void> flush(SteadyTime deadline);

  Connection connection_;
  const std::string protocol_;
  WebSocket socket_{WebSocket::Role::kClient};
  std::string input_;  // received but not yet looked at
};

}  // namespace sluice::http
