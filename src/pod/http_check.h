// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "pod/network_check.h"

namespace sluice::pod {

// GETs what the action names. 200 to 399 is success; certificates are not verified; redirects are
// followed within the host, one to elsewhere ends in success with a warning. Blocks.
CheckResult check_http(const NetworkCheck& check);

struct Location {
  bool tls = false;
  std::string host;
  std::uint16_t port = 80;
  std::string target = "/";  // path and query

  std::string url() const;
  friend bool operator==(const Location&, const Location&) = default;
};

// Where a Location header leads from `from`; nothing when it names no HTTP address.
std::optional<Location> redirected(const Location& from, std::string_view header);

}  // namespace sluice::pod
