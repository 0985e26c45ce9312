// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace sluice::ssh {

// Whom to log in as, where, and how both sides prove who they are.
struct Endpoint {
  std::string host;
  std::uint16_t port = 22;
  std::string user;
  std::string password;     // this or a key
  std::string private_key;  // text, in PEM or OpenSSH's format
  std::string passphrase;   // of the key; empty: it has none
  std::string known_hosts;  // lines in OpenSSH's format: no other host is talked to

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
  friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
};

// "migagi@login.example.org:22"
inline std::string to_string(const Endpoint& endpoint) {
  return endpoint.user + "@" + endpoint.host + ":" + std::to_string(endpoint.port);
}

}  // namespace sluice::ssh
