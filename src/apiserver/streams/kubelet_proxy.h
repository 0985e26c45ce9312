// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "apiserver/call.h"
#include "apiserver/proxy/addresses.h"
#include "apiserver/proxy/backends.h"

namespace sluice::apiserver {

// The kubelets of nodes that are not served in this process: requests that reach into their pods
// are passed on to the endpoint that the node names. Registry and backends outlive it. Thread-safe.
class KubeletProxy {
 public:
  KubeletProxy(const registry::Registry& registry, const Backends& backends)
      : registry_(registry), backends_(backends) {}

  // Where the pod's kubelet listens; nothing: its node names no endpoint.
  Result<std::optional<ProxyTarget>> find(const json::Value& pod) const;

  // Passes on log, exec, attach or portforward of the pod. `container`: for all but the last.
  http::Response pass_on(const Call& call, const ProxyTarget& kubelet,
                         const std::string& container) const;

 private:
  const registry::Registry& registry_;
  const Backends& backends_;
};

// The kubelet's URL for what the call asks for, by the names API server and kubelet use.
http::Target kubelet_target(const Call& call, const std::string& container);

}  // namespace sluice::apiserver
