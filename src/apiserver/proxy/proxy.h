// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/call.h"
#include "apiserver/proxy/addresses.h"
#include "apiserver/proxy/backends.h"

namespace sluice::apiserver {

// The subresource `proxy` of pods, services and nodes: passes requests of any method on to what
// listens there, upgrades included. The backends outlive it. Thread-safe.
class Proxy {
 public:
  Proxy(ProxyAddresses addresses, const Backends& backends)
      : addresses_(addresses), backends_(backends) {}

  http::Response handle(const Call& call) const;

 private:
  Result<ProxyTarget> find(const Call& call) const;

  const ProxyAddresses addresses_;
  const Backends& backends_;
};

}  // namespace sluice::apiserver
