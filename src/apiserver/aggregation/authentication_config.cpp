// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/authentication_config.h"

#include "registry/ensure.h"

namespace sluice::apiserver {

Result<void> publish_authentication(registry::Registry& registry,
                                    const TrustedAuthorities& authorities) {
  const std::string allowed = "[\"" + std::string(kFrontProxyUser) + "\"]";
  json::Object data{{"client-ca-file", authorities.clients_pem},
                    {"requestheader-allowed-names", allowed},
                    {"requestheader-client-ca-file", authorities.front_proxy_pem},
                    {"requestheader-extra-headers-prefix", R"(["X-Remote-Extra-"])"},
                    {"requestheader-group-headers", R"(["X-Remote-Group"])"},
                    {"requestheader-uid-headers", R"(["X-Remote-Uid"])"},
                    {"requestheader-username-headers", R"(["X-Remote-User"])"}};
  return registry::ensure(
      registry,
      json::Object{{"apiVersion", "v1"},
                   {"kind", "ConfigMap"},
                   {"metadata", json::Object{{"name", "extension-apiserver-authentication"},
                                             {"namespace", "kube-system"}}},
                   {"data", std::move(data)}});
}

}  // namespace sluice::apiserver
