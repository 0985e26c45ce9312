// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/proxy/addresses.h"
#include "apiserver/waiting_room.h"
#include "base/pump.h"
#include "http/backend.h"
#include "http/openssl.h"
#include "http/tls.h"

namespace sluice::apiserver {

// Passes requests on to what is in the cluster. Kubelets see our client certificate, nobody else
// does; no backend's own certificate is checked: pods have none that could be, and kubelets' are
// not with upstream's defaults either. Outlives its streams, the room outlives it. Thread-safe.
class Backends {
 public:
  Backends(const http::TlsIdentity& kubelet_client, WaitingRoom& room);

  // To be held while it is asked.
  WaitingRoom::Seat enter(const ProxyTarget& target) const;

  // As http::ask_backend.
  Result<http::BackendAnswer> ask(const ProxyTarget& target,
                                  const http::BackendRequest& request) const;

 private:
  http::SslContextPtr as_nobody_;
  http::SslContextPtr as_ourselves_;
  WaitingRoom& room_;
  mutable Pump pump_;  // thread-safe
};

}  // namespace sluice::apiserver
