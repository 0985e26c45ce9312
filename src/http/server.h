// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "http/message.h"

namespace sluice::http {

// Plain synchronous code, run on a worker pool; several at once.
using Handler = std::function<Response(const Request&)>;

// Whether a request is answered from memory within microseconds, without waiting for anything. Such
// requests are handled on the I/O thread, which saves the way to a worker and back. Called there.
using IsQuick = std::function<bool(const Request&)>;

// How the server words its refusal of what no handler sees: a body beyond the limit, a request that
// is none. Called on I/O threads.
using Refuse = std::function<Response(int status, std::string message)>;

struct ServerOptions {
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;       // 0: any free one
  std::string certificate_pem;  // server certificate chain
  std::string key_pem;
  std::string client_ca_pem;  // when set, client certificates are asked for and verified
  std::size_t io_threads = 1;
  std::size_t workers = 2;
  std::size_t max_queued = 1000;           // requests waiting for a worker; more get 503
  std::size_t max_body = 3 * 1024 * 1024;  // larger requests get 413
  IsQuick is_quick;                        // none: no request is
  Refuse refuse;                           // none: with a short text
};

// An HTTPS server (HTTP/2 and HTTP/1.1, as the client likes). Destruction stops accepting, ends
// streams and waits for handlers.
class Server {
 public:
  virtual ~Server() = default;
  virtual std::uint16_t port() const = 0;

  // Connections from now on get this certificate, with all else as it was. Invalid: it is none.
  virtual Result<void> renew(const std::string& certificate_pem, const std::string& key_pem) = 0;

  // Graceful stop: no new connections, streams are ended, requests in flight are answered.
  virtual void stop() = 0;
};

Result<std::unique_ptr<Server>> serve(ServerOptions options, Handler handler);

}  // namespace sluice::http
