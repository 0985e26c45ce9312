// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/call.h"
#include "apiserver/proxy/addresses.h"
#include "base/pump.h"
#include "http/openssl.h"

namespace sluice::apiserver {

// The subresource `proxy` of pods, services and nodes: passes requests of any method on to what
// listens there, upgrades included. Outlives its streams. Thread-safe.
class Proxy {
 public:
  explicit Proxy(ProxyAddresses addresses);

  http::Response handle(const Call& call) const;

 private:
  Result<ProxyTarget> find(const Call& call) const;

  const ProxyAddresses addresses_;
  http::SslContextPtr tls_;  // takes any certificate: pods have none that could be checked
  mutable Pump pump_;        // thread-safe
};

}  // namespace sluice::apiserver
