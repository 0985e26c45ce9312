// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::cel {

// An IPv4 or IPv6 address, without a zone.
struct Address {
  std::array<std::uint8_t, 16> bytes{};  // IPv4: the first four
  bool v6 = false;

  int bits() const { return v6 ? 128 : 32; }
  bool is_unspecified() const;
  bool is_loopback() const;
  bool is_multicast() const;
  bool is_link_local_multicast() const;
  bool is_link_local_unicast() const;
  bool is_global_unicast() const;

  // RFC 5952: lower case, the longest run of zeros left out.
  std::string to_string() const;

  friend bool operator==(const Address&, const Address&) = default;
};

struct Prefix {
  Address address;
  int length = 0;

  Prefix masked() const;
  bool contains(const Address& other) const;
  std::string to_string() const;

  friend bool operator==(const Prefix&, const Prefix&) = default;
};

// Zones and IPv4 addresses inside IPv6 ones are refused.
Result<Address> parse_address(std::string_view text);
Result<Prefix> parse_prefix(std::string_view text);

}  // namespace sluice::cel
