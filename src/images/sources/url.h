// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::images {

// Where a registry sends its clients.
struct Url {
  bool plain = false;  // http://
  std::string host;    // without the brackets of an IPv6 address
  std::uint16_t port = 443;
  std::string target = "/";  // encoded path and query

  // "https://host:port", to tell servers apart.
  std::string server() const;
  friend bool operator==(const Url&, const Url&) = default;
};

// http and https only; Invalid otherwise, without quoting the query, which may hold a signature.
Result<Url> parse_url(std::string_view text);

// What a Location header means in an answer from `from`.
Result<Url> resolve_url(const Url& from, std::string_view location);

// "host", "host:5000", "[::1]:5000" to host and port; Invalid for a bad port.
struct HostPort {
  std::string host;
  std::uint16_t port = 0;
};
Result<HostPort> parse_host_port(std::string_view text, std::uint16_t usual);

}  // namespace sluice::images
