// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "apiserver/aggregation/api_services.h"
#include "apiserver/aggregation/remote_descriptions.h"
#include "apiserver/proxy/addresses.h"
#include "apiserver/waiting_room.h"
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

  // Nothing when no APIService names that group and version. Waits for the server in that room.
  std::optional<http::Response> serve(const http::Request& request, const auth::User& user,
                                      WaitingRoom& room) const;

  // The groups of APIServices beyond those in the documents: for /apis, /apis/<group> and the
  // aggregated discovery. From what probes have found: a server that did not answer the last one is
  // shown as stale.
  void add_groups(json::Value& group_list) const;
  std::optional<json::Value> group(std::string_view name) const;
  void add_discovery(json::Value& discovery) const;

  // Their part of /openapi/v2, the text that tells one state of it from another, and of the index
  // of /openapi/v3.
  void add_openapi_v2(json::Value& document) const;
  std::string openapi_v2_state() const;
  void add_openapi_v3(json::Value& index) const;

  // Whether that server answers, in the words of the condition Available. Also reads again what the
  // server says of itself; called now and then for every one.
  Result<void> probe(const json::Value& api_service) const;

 private:
  Result<http::SslContextPtr> tls(const ApiService& service) const;
  Result<http::BackendAnswer> ask(const ApiService& service, const http::BackendRequest& request,
                                  Duration timeout) const;
  Result<RemoteDescriptions::Answer> read(const ApiService& service, const std::string& path,
                                          const std::string& tag) const;
  http::Response pass_on(const ApiService& service, const http::Request& request,
                         const auth::User& user, WaitingRoom& room) const;
  std::vector<ApiService> all() const;

  const ProxyAddresses addresses_;
  const http::Credential front_proxy_;
  const registry::Followed<ApiServices> services_;
  mutable RemoteDescriptions descriptions_;  // thread-safe, as is the pump
  mutable Pump pump_;
};

}  // namespace sluice::apiserver
