// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "http/backend.h"
#include "http/message.h"

namespace sluice::apiserver {

// What a proxy changes in requests and answers, as upstream's does.

// What of the request's URL is the proxy itself ("/api/v1/…/proxy") and what is the backend's.
struct ProxyPath {
  std::string prefix;
  std::string rest;  // "" or "/…"
};

// The request for the backend: without what concerns only this connection and who asked, with what
// tells the backend where it came from.
http::BackendRequest backend_request(const http::Request& request, const ProxyPath& path);

// A Location that names the backend's own paths, as the client must follow it: through the proxy.
// `hosts`: what the client and we call the backend.
std::string rewrite_location(const std::string& location, const std::string& prefix,
                             const std::vector<std::string>& hosts);

// The answer for the client; links of pages lead through the proxy too.
http::Response proxy_response(http::BackendAnswer answer, const ProxyPath& path,
                              const std::vector<std::string>& hosts);

}  // namespace sluice::apiserver
