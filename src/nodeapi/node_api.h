// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/alarm_clock.h"
#include "base/clock.h"
#include "client/client.h"
#include "client/pod_access.h"
#include "client/usage_source.h"
#include "http/server.h"
#include "nodeapi/callers.h"
#include "nodeapi/node_request.h"

namespace sluice::nodeapi {

// The HTTPS endpoints of a kubelet, for the API server of its cluster and for who watches nodes:
// /pods, /containerLogs, /exec, /attach, /portForward, /stats/summary, /metrics/resource, /healthz.
// Refusals are plain text, as upstream's kubelet words them. Thread-safe; the parts outlive it and
// its streams.
class NodeApi {
 public:
  struct Parts {
    std::string node_name;
    Callers& callers;
    std::function<std::vector<client::ObjectPtr>()> pods;  // of the node
    client::PodAccess& access;
    const client::UsageSource& usage;
    Clock& clock;
    AlarmClock& alarms;
  };
  explicit NodeApi(Parts parts) : parts_(std::move(parts)) {}

  http::Response handle(const http::Request& request) const;

 private:
  Result<void> admit(const http::Request& request) const;
  Result<client::ObjectPtr> find(const NodeRequest& wanted) const;
  http::Response pod_list() const;
  http::Response logs(const http::Request& request, const NodeRequest& wanted) const;
  http::Response command(const http::Request& request, const NodeRequest& wanted) const;
  http::Response port_forward(const http::Request& request, const NodeRequest& wanted) const;

  const Parts parts_;
};

}  // namespace sluice::nodeapi
