// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/unique_fd.h"
#include "http/message.h"
#include "http/openssl.h"

namespace sluice::http {

// TLS 1.2 and newer; ALPN: servers take h2 and http/1.1, clients http/1.1. Errors name the part
// that is broken, never its content.
struct TlsIdentity {
  std::string certificate_pem;  // chain; both may be empty for clients without one
  std::string key_pem;
};

// A client certificate signed by `client_ca_pem` is accepted, another one fails the handshake, none
// is fine. Empty: clients are not asked.
Result<SslContextPtr> server_tls_context(const TlsIdentity& identity,
                                         const std::string& client_ca_pem);
// Without a CA the system's are trusted.
Result<SslContextPtr> client_tls_context(const TlsIdentity& identity, const std::string& ca_pem);

// Takes whatever certificate the server has: for proxies to servers that nobody vouches for.
Result<SslContextPtr> unverified_client_tls_context(const TlsIdentity& identity = {});

// What all contexts here have in common; neither an identity nor anybody to trust.
Result<SslContextPtr> plain_tls_context(const SSL_METHOD* method);

// One TLS connection over a non-blocking socket. Never waits: every operation says what to wait for
// before calling it again, so one class serves the server's coroutines and the client's poll(2).
// Writes to a vanished peer fail without SIGPIPE. Not thread-safe. An idle connection holds no
// record buffers.
class TlsSocket {
 public:
  static Result<TlsSocket> accepted(SSL_CTX* context, UniqueFd fd);
  // The server's certificate must be for `host` (a DNS name or an IP address).
  static Result<TlsSocket> connected(SSL_CTX* context, UniqueFd fd, const std::string& host);
  // Whom to believe is settled by the context alone.
  static Result<TlsSocket> connected(SSL_CTX* context, UniqueFd fd);

  enum class Next { kDone, kWaitRead, kWaitWrite, kClosed };
  struct Progress {
    Next next = Next::kDone;
    std::size_t bytes = 0;  // with kDone
  };

  Result<Next> handshake();
  Result<Progress> read(std::span<char> into);
  bool has_pending() const;  // received already: read() may go on without the socket being readable
  Result<Progress> write(std::string_view bytes);  // may take a part

  // Tells the peer that this is the end, without waiting for anything.
  void say_goodbye();

  int fd() const { return fd_.get(); }
  SSL* handle() const { return ssl_.get(); }
  Peer peer() const;
  std::string_view protocol() const;  // agreed on by ALPN; empty: none

 private:
  TlsSocket(SslPtr ssl, UniqueFd fd) : fd_(std::move(fd)), ssl_(std::move(ssl)) {}
  static Result<TlsSocket> over(SSL_CTX* context, UniqueFd fd);
  Result<Next> interpret(int returned, std::string_view doing);

  UniqueFd fd_;
  SslPtr ssl_;
};

}  // namespace sluice::http
