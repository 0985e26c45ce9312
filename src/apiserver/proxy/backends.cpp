// SPDX-License-Identifier: Apache-2.0
#include "apiserver/proxy/backends.h"

namespace sluice::apiserver {
namespace {

constexpr std::chrono::seconds kAnswerWithin{60};

}  // namespace

Backends::Backends(const http::TlsIdentity& kubelet_client, WaitingRoom& room)
    : as_nobody_(http::unverified_client_tls_context().value()),
      as_ourselves_(http::unverified_client_tls_context(kubelet_client).value()),
      room_(room) {}

WaitingRoom::Seat Backends::enter(const ProxyTarget& target) const {
  return room_.enter(target.authority());
}

Result<http::BackendAnswer> Backends::ask(const ProxyTarget& target,
                                          const http::BackendRequest& request) const {
  SSL_CTX* const tls = target.kubelet ? as_ourselves_.get() : as_nobody_.get();
  return http::ask_backend(pump_, {target.host, target.port, target.tls ? tls : nullptr}, request,
                           kAnswerWithin);
}

}  // namespace sluice::apiserver
