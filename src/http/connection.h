// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "http/parser.h"
#include "http/tls.h"

namespace sluice::http {

// A blocking TLS connection of the client. One thread at a time; interrupt() by any.
class Connection {
 public:
  struct Server {
    std::string host;
    std::uint16_t port = 443;
    std::string name = {};  // on its certificate; empty: the host
  };
  static Result<Connection> open(SSL_CTX* context, const Server& server, SteadyTime deadline);

  Result<void> write(std::string_view bytes, SteadyTime deadline);

  // Receives once and feeds `parser`. Timeout at the deadline, with nothing lost; Unavailable when
  // the connection broke in the middle of the message.
  Result<void> read(MessageParser& parser, SteadyTime deadline);

  // Receives once, for what follows an upgrade: appended to `into`. False when the server has ended
  // the connection.
  Result<bool> read(std::string& into, SteadyTime deadline);

  // Nothing unexpected has arrived while idle: the server has not hung up.
  bool reusable();

  void interrupt();  // makes a waiting read() or write() fail

 private:
  explicit Connection(TlsSocket socket) : socket_(std::move(socket)) {}
  Result<bool> receive(SteadyTime deadline);
  Result<void> wait(TlsSocket::Next next, SteadyTime deadline);

  TlsSocket socket_;
  std::string input_;  // received but not yet parsed
};

}  // namespace sluice::http
