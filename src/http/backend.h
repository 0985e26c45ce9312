// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/pump.h"
#include "base/result.h"
#include "http/message.h"
#include "http/openssl.h"

namespace sluice::http {

// A server that requests are passed on to, by a proxy.
struct BackendAddress {
  std::string host;
  std::uint16_t port = 80;
  SSL_CTX* tls = nullptr;        // null: plain HTTP; used while connecting only
  std::string server_name = {};  // what the certificate must be for; empty: the host
};

// A request as it goes out: `target` is encoded, headers are sent as they are, and the body's
// length is added.
struct BackendRequest {
  std::string method;
  std::string target;
  Headers headers;
  std::string body;
};

struct BackendAnswer {
  int status = 0;
  Headers headers;
  std::unique_ptr<Stream> body;      // as it arrives
  std::unique_ptr<Upgrade> upgrade;  // instead, when the status is 101
};

// Passes `request` on and waits for the head of the answer, not longer than `timeout`; what follows
// moves on the pump's thread, which outlives it. Unavailable: the backend cannot be reached or does
// not speak HTTP/1.1. Thread-safe.
Result<BackendAnswer> ask_backend(Pump& pump, const BackendAddress& address,
                                  const BackendRequest& request, Duration timeout);

// The rest of an answer that is expected to be short; blocks the calling thread. Unavailable: it is
// longer than `limit` or did not end within `timeout`.
Result<std::string> whole_body(BackendAnswer& answer, std::size_t limit, Duration timeout);

}  // namespace sluice::http
