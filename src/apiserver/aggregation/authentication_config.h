// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// The authorities that vouch for users: the clients' own, and that of our front-proxy certificate.
struct TrustedAuthorities {
  std::string clients_pem;
  std::string front_proxy_pem;
};

// The user of the front-proxy certificate, the only one whose word about users counts.
inline constexpr const char* kFrontProxyUser = "front-proxy-client";

// Writes the ConfigMap from which the servers behind APIServices learn whom to believe:
// kube-system/extension-apiserver-authentication. What is there already is brought up to date.
Result<void> publish_authentication(registry::Registry& registry,
                                    const TrustedAuthorities& authorities);

}  // namespace sluice::apiserver
