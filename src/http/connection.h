// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "http/parser.h"
#include "http/proxy.h"
#include "http/tls.h"

namespace sluice::http {

// A blocking connection of the client, over TLS or plain. One thread at a time; interrupt() by any.
class Connection {
 public:
  struct Server {
    std::string host;
    std::uint16_t port = 443;
    std::string name = {};  // on its certificate; empty: the host
    std::optional<Proxy> proxy = {};
  };
  // Without a context: plain, and through a proxy as the proxy's own client. With one a proxy is
  // asked for a tunnel first; Unavailable quotes its refusal.
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
  explicit Connection(TlsSocket socket) : tls_(std::move(socket)) {}
  explicit Connection(UniqueFd socket) : plain_(std::move(socket)) {}
  static Result<UniqueFd> dial(const Server& server, bool tunnel, SteadyTime deadline);
  Result<TlsSocket::Progress> read_some(std::span<char> into);
  Result<TlsSocket::Progress> write_some(std::string_view bytes);
  int fd() const { return tls_ ? tls_->fd() : plain_.get(); }
  Result<bool> receive(SteadyTime deadline);
  Result<void> wait(TlsSocket::Next next, SteadyTime deadline);

  std::optional<TlsSocket> tls_;
  UniqueFd plain_;     // without TLS
  std::string input_;  // received but not yet parsed
};

}  // namespace sluice::http
