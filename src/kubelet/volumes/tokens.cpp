// SPDX-License-Identifier: Apache-2.0
#include "kubelet/volumes/tokens.h"

#include "api/meta.h"
#include "base/timestamp.h"

namespace sluice::kubelet {
namespace {

json::Value request(const json::Value& pod, const TokenWish& wish) {
  json::Array audiences;
  if (!wish.audience.empty()) {
    audiences.emplace_back(wish.audience);
  }
  return json::Object{
      {"apiVersion", "authentication.k8s.io/v1"},
      {"kind", "TokenRequest"},
      {"spec", json::Object{{"audiences", std::move(audiences)},
                            {"expirationSeconds", wish.seconds},
                            {"boundObjectRef", json::Object{{"apiVersion", "v1"},
                                                            {"kind", "Pod"},
                                                            {"name", api::name(pod)},
                                                            {"uid", api::uid(pod)}}}}}};
}

std::string account_of(const json::Value& pod) {
  const std::string& name = pod.at("spec", "serviceAccountName").as_string();
  return name.empty() ? "default" : name;
}

}  // namespace

Result<std::string> Tokens::token(client::Client& client, const json::Value& pod,
                                  const TokenWish& wish) {
  const WallTime now = clock_.now();
  {
    const std::scoped_lock lock(mutex_);
    const auto of_pod = by_pod_.find(api::uid(pod));
    if (of_pod != by_pod_.end()) {
      const auto known = of_pod->second.find(wish);
      if (known != of_pod->second.end() && now < known->second.renew_at) {
        return known->second.text;
      }
    }
  }
  TRY_ASSIGN(
      const client::ObjectPtr answer,
      client.create_subresource(api::kinds::service_account(), {api::ns(pod), account_of(pod)},
                                "token", request(pod, wish)));
  TRY_ASSIGN(const WallTime expires,
             parse_rfc3339(answer->at("status", "expirationTimestamp").as_string()));
  std::string text = answer->at("status", "token").as_string();
  const std::scoped_lock lock(mutex_);
  by_pod_[api::uid(pod)][wish] = {text, now + (expires - now) / 5 * 4};
  return text;
}

void Tokens::forget(const std::string& pod_uid) {
  const std::scoped_lock lock(mutex_);
  by_pod_.erase(pod_uid);
}

}  // namespace sluice::kubelet
