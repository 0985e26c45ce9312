// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice::http {

// An address of the web.
struct Url {
  bool plain = false;  // http://
  std::string host;    // without the brackets of an IPv6 address
  std::uint16_t port = 443;
  std::string target = "/";  // encoded path and query

  // "https://host:port", to tell servers apart.
  std::string server() const;
  std::string text() const { return server() + target; }
  friend bool operator==(const Url&, const Url&) = default;
};

// http and https only; Invalid otherwise, without quoting the query, which may hold a signature.
Result<Url> parse_url(std::string_view text);

// What a Location header means in an answer from `from`: another server, a path, or what is beside.
Result<Url> resolve_url(const Url& from, std::string_view location);

// Whether an answer with that status sends the asker there, with the same question.
bool is_redirect(int status);

// "host", "host:5000", "[::1]:5000" to host and port; Invalid for a bad port.
struct HostPort {
  std::string host;
  std::uint16_t port = 0;
};
Result<HostPort> parse_host_port(std::string_view text, std::uint16_t usual);

}  // namespace sluice::http
