// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/result.h"
#include "http/client.h"
#include "json/value.h"
#include "registry/versions.h"

namespace sluice::apiserver {

// Where a webhook is, from its clientConfig: by URL, or as a service that must be looked up.
struct WebhookAddress {
  std::string host;
  std::uint16_t port = 443;
  std::string path = "/";
};

// Finds an address behind a service {namespace, name, port, path}; Unavailable when it has none.
using ResolveService = std::function<Result<WebhookAddress>(const json::Value& service)>;

// The address a clientConfig names. BadRequest when it names none.
Result<WebhookAddress> webhook_address(const json::Value& client_config,
                                       const ResolveService& resolve);

// Sends one request and gives the body of a 200 answer; other answers are errors.
using PostReview =
    std::function<Result<json::Value>(const json::Value& client_config, const json::Value& review)>;

// Posts over HTTPS, trusting the clientConfig's caBundle. Thread-safe.
PostReview post_over_https(ResolveService resolve);

// Conversion by ConversionReview (apiextensions.k8s.io/v1). What comes back may differ in labels,
// annotations and content, never in identity.
registry::ConvertObjects convert_by_webhook(PostReview post);

}  // namespace sluice::apiserver
