// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <string>
#include <tuple>

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

  // The host from which this one is reached, where it cannot be reached from here; null: none. This
  // side logs in to both: the host between sees bytes only.
  std::shared_ptr<const Endpoint> jump = {};

  friend std::strong_ordering operator<=>(const Endpoint& a, const Endpoint& b) {
    const auto own = [](const Endpoint& e) {
      return std::tie(e.host, e.port, e.user, e.password, e.private_key, e.passphrase,
                      e.known_hosts);
    };
    if (const auto order = own(a) <=> own(b); order != 0) {
      return order;
    }
    if (a.jump == nullptr || b.jump == nullptr) {
      return (a.jump != nullptr) <=> (b.jump != nullptr);
    }
    return *a.jump <=> *b.jump;
  }
  friend bool operator==(const Endpoint& a, const Endpoint& b) { return (a <=> b) == 0; }
};

// "migagi@login.example.org:22"
inline std::string to_string(const Endpoint& endpoint) {
  return endpoint.user + "@" + endpoint.host + ":" + std::to_string(endpoint.port);
}

}  // namespace sluice::ssh
