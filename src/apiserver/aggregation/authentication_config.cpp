// SPDX-License-Identifier: Apache-2.0
#include "apiserver/aggregation/authentication_config.h"

#include "api/kind.h"

namespace sluice::apiserver {
namespace {

const api::Key kKey{"kube-system", "extension-apiserver-authentication"};

}  // namespace

Result<void> publish_authentication(registry::Registry& registry,
                                    const TrustedAuthorities& authorities) {
  const std::string allowed = "[\"" + std::string(kFrontProxyUser) + "\"]";
  const json::Value data =
      json::Object{{"client-ca-file", authorities.clients_pem},
                   {"requestheader-allowed-names", allowed},
                   {"requestheader-client-ca-file", authorities.front_proxy_pem},
                   {"requestheader-extra-headers-prefix", R"(["X-Remote-Extra-"])"},
                   {"requestheader-group-headers", R"(["X-Remote-Group"])"},
                   {"requestheader-uid-headers", R"(["X-Remote-Uid"])"},
                   {"requestheader-username-headers", R"(["X-Remote-User"])"}};
  const json::Value wanted = json::Object{
      {"metadata", json::Object{{"name", kKey.name}, {"namespace", kKey.ns}}}, {"data", data}};
  const api::Kind& kind = api::kinds::config_map();
  const auto stored = registry.get(kind, kKey);
  if (!stored) {
    TRY(registry.create(kind, kKey.ns, wanted, {.field_manager = "kube-apiserver"}));
    return {};
  }
  TRY_ASSIGN(json::Value object, stored->decode());
  if (object.at("data") == data) {
    return {};
  }
  object["data"] = data;
  TRY(registry.update(
      kind,
      {.key = kKey, .object = std::move(object), .options = {.field_manager = "kube-apiserver"}}));
  return {};
}

}  // namespace sluice::apiserver
