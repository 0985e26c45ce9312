// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/result.h"
#include "http/url.h"

namespace sluice::http {

// A server that requests go through.
struct Proxy {
  std::string host;
  std::uint16_t port = 0;
  std::string authorization = {};  // its Proxy-Authorization; secret
};

// The site's proxies, as $HTTP_PROXY, $HTTPS_PROXY and $NO_PROXY name them.
struct ProxySettings {
  std::string http = {};   // for plain servers: "http://user:word@proxy:3128", "proxy:3128"
  std::string https = {};  // for the others
  // Servers to be asked directly, separated by commas: "*", "host", ".domain", "10.0.0.0/8", each
  // with a port or without. This machine always is.
  std::string none = {};
};

// The proxy on the way to that server; nothing: there is none. Invalid names a setting that is no
// address, without quoting it, for it may hold a password.
Result<std::optional<Proxy>> proxy_for(const ProxySettings& settings, const Url& server);

}  // namespace sluice::http
