// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// Where a webhook is.
struct WebhookAddress {
  std::string host;  // to connect to
  std::uint16_t port = 443;
  std::string path = "/";
  std::string server_name = {};  // on its certificate; empty: the host
  std::string url = {};          // as messages name it, without a query
};

// The address of a service {namespace, name, port, path}; Unavailable when nothing serves it.
using ResolveService = std::function<Result<WebhookAddress>(const json::Value& service)>;

// As ProxyAddresses finds servers behind services.
ResolveService resolve_by_endpoints(const registry::Registry& registry);

// The address a clientConfig names. BadRequest when it names none.
Result<WebhookAddress> webhook_address(const json::Value& client_config,
                                       const ResolveService& resolve);

// Sends one review and gives the body of a good answer; everything else is an error, with the URL
// in its text. Thread-safe.
using PostReview = std::function<Result<json::Value>(const json::Value& client_config,
                                                     const json::Value& review, Duration timeout)>;

// Over HTTPS, trusting the clientConfig's caBundle. Keeps connections for the next time. As many at
// once as are asked for: see webhook_share.h.
PostReview post_over_https(ResolveService resolve);

}  // namespace sluice::apiserver
