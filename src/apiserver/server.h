// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "apiserver/aggregation/aggregator.h"
#include "apiserver/audit_log.h"
#include "base/clock.h"
#include "base/exposition.h"
#include "client/pod_access.h"
#include "http/server.h"
#include "http/signing_key.h"
#include "http/tls.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// Bytes of a request body. Larger ones are refused with a Status.
constexpr std::size_t kMaxBody = std::size_t{3} * 1024 * 1024;

// What the API server works with; everything referred to outlives the handler and its streams.
struct ServerDependencies {
  registry::Registry& registry;
  client::PodAccess* pods = nullptr;  // null: no kubelet serves logs, exec, attach, port-forward
  Clock& clock;
  std::optional<http::SigningKey> token_key = {};  // none: tokens end with this process
  AuditLog* audit = nullptr;                       // null: requests are not recorded
  const Aggregator* aggregator = nullptr;          // null: no other server serves a part of the API
  std::function<void(Exposition&)> more_metrics = {};  // of others in this process, for /metrics
  http::TlsIdentity kubelet_client = {};               // as whom kubelets of other processes see us
};

// The Kubernetes API as a handler for http::serve: authentication, authorization, discovery and
// every verb on every kind. Copies share one state.
http::Handler make_handler(ServerDependencies dependencies);

// For http::ServerOptions: what the server refuses before a handler sees it, as a Status where
// upstream has one.
http::Response refuse_unseen(int status, std::string message);

// The requests that only read one object of a built-in kind: from memory, and small.
bool is_quick(const http::Request& request);

}  // namespace sluice::apiserver
