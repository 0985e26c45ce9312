// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "apiserver/aggregation/api_services.h"
#include "apiserver/proxy/addresses.h"
#include "auth/user.h"
#include "base/pump.h"
#include "http/backend.h"
#include "http/certificates.h"
#include "http/message.h"
#include "http/openssl.h"
#include "registry/followed.h"

namespace sluice::apiserver {

// Passes requests for the groups and versions of APIServices on to the servers behind them. Those
// believe who asks because we show the front-proxy certificate. Thread-safe; outlives its streams.
class Aggregator {
 public:
  // `front_proxy`: our certificate towards those servers; its PEMs may be empty in tests.
  Aggregator(const registry::Registry& registry, http::Credential front_proxy);

  // Nothing when no APIService names that group and version.
  std::optional<http::Response> serve(const http::Request& request, const auth::User& user) const;

  // The groups of APIServices beyond those in the documents: for /apis, /apis/<group> and the
  // aggregated discovery. A server that does not answer is shown as stale, without resources.
  void add_groups(json::Value& group_list) const;
  std::optional<json::Value> group(std::string_view name) const;
  void add_discovery(json::Value& discovery) const;
  std::vector<std::string> group_versions() const;  // "apis/<group>/<version>"

  // Whether that server answers, in the words of the condition Available.
  Result<void> probe(const json::Value& api_service) const;

 private:
  Result<http::SslContextPtr> tls(const ApiService& service) const;
  Result<ProxyTarget> locate(const ApiService& service) const;
  Result<http::BackendAnswer> ask(const ApiService& service, const http::BackendRequest& request,
                                  Duration timeout) const;
  Result<json::Value> resources(const ApiService& service) const;
  std::vector<ApiService> all() const;

  const registry::Registry& registry_;
  const ProxyAddresses addresses_;
  const http::Credential front_proxy_;
  const registry::Followed<ApiServices> services_;
  mutable Pump pump_;  // thread-safe
};

}  // namespace sluice::apiserver
