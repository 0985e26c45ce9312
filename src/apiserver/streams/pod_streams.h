// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/call.h"
#include "apiserver/streams/kubelet_proxy.h"
#include "base/alarm_clock.h"
#include "base/clock.h"
#include "client/pod_access.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// The subresources of pods that become streams to the kubelet: log, exec, attach and portforward.
// Stateless but for what it refers to, which outlives it and its streams. Thread-safe.
class PodStreams {
 public:
  struct Parts {
    registry::Registry& registry;
    client::PodAccess* access;  // null: no kubelet here
    Clock& clock;
    AlarmClock& alarms;
    const KubeletProxy* kubelets = nullptr;  // null: only pods of this process are reached
  };
  explicit PodStreams(Parts parts) : parts_(parts) {}

  // "log", "exec", "attach", "portforward"
  static bool serves(std::string_view subresource);
  // WebSockets are opened with GET, but what they do in a pod takes the right to create.
  static bool needs_create(const RequestInfo& info);
  http::Response handle(const Call& call) const;

 private:
  http::Response pass_on(const Call& call, const json::Value& pod,
                         const ProxyTarget& kubelet) const;
  http::Response log(const Call& call, const json::Value& pod) const;
  http::Response command(const Call& call, const json::Value& pod) const;
  http::Response port_forward(const Call& call, const json::Value& pod) const;
  Result<std::unique_ptr<Stream>> open_log(const Call& call, const json::Value& pod) const;
  Result<client::PodAccess*> kubelet_of(const json::Value& pod) const;

  Parts parts_;
};

}  // namespace sluice::apiserver
