// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "base/unique_fd.h"
#include "http/tls.h"

namespace sluice::http {

// TLS 1.3 between two ends that hold the same secret (an external pre-shared key, RFC 8446 section
// 4.2.11): each proves it to the other, and there are no certificates to make or to trust. Keys are
// kPskBytes random bytes; an identity is a name of at most kLongestPskIdentity bytes and is sent in
// the clear.
inline constexpr std::size_t kPskBytes = 32;
inline constexpr std::size_t kLongestPskIdentity = 255;

// The end that connects. Unauthorized or Unavailable when the other one does not hold the key.
// Returns after the handshake.
Result<TlsSocket> connect_with_psk(UniqueFd fd, const std::string& identity, std::string_view key,
                                   SteadyTime deadline);

// The end that is connected to. Thread-safe; must outlive what it accepted.
class PskAcceptor {
 public:
  // The key of that identity; nothing: nobody of that name is expected. Called during handshakes,
  // on their threads.
  using FindKey = std::function<std::optional<std::string>(const std::string& identity)>;
  static Result<std::unique_ptr<PskAcceptor>> make(FindKey find_key);

  struct Accepted {
    TlsSocket socket;
    // Who it is. Shared with the handshake, which sets it; true once bytes have been read.
    std::shared_ptr<const std::string> identity;
  };
  // The handshake is still to be made.
  Result<Accepted> accept(UniqueFd fd) const;

 private:
  PskAcceptor(FindKey find_key, SslContextPtr context)
      : find_key_(std::move(find_key)), context_(std::move(context)) {}
  static int find_session(SSL* ssl, const unsigned char* identity, std::size_t size,
                          SSL_SESSION** session);

  const FindKey find_key_;
  const SslContextPtr context_;
};

}  // namespace sluice::http
