// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apiserver/access.h"
#include "apiserver/call.h"
#include "apiserver/proxy/proxy.h"
#include "apiserver/streams/pod_streams.h"
#include "base/alarm_clock.h"
#include "base/clock.h"
#include "base/worker_pool.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// The verbs on resources and their subresources. Stateless but for what it refers to, which
// outlives it. Thread-safe.
class Resources {
 public:
  struct Parts {
    registry::Registry& registry;
    client::PodAccess* pods;  // may be null: then nothing reaches into pods
    Clock& clock;
    AlarmClock& alarms;
    const Access& access;
    WaitingRoom& waiting;    // for those who wait for pods, services and nodes
    WorkerPool& converters;  // poll watches whose objects webhooks convert
    http::TlsIdentity kubelet_client = {};  // as whom kubelets of other processes see us
  };
  explicit Resources(Parts parts)
      : parts_(parts),
        backends_(parts.kubelet_client, parts.waiting),
        kubelets_(parts.registry, backends_),
        streams_({parts.registry, parts.pods, parts.clock, parts.alarms, &kubelets_}),
        proxy_(ProxyAddresses(parts.registry), backends_) {}

  http::Response handle(const Call& call) const;

  // Whether the answers of that subresource are not ours to encode: streams, other servers' words.
  static bool answers_by_itself(std::string_view subresource);

 private:
  http::Response handle_object(const Call& call) const;
  http::Response connect(const Call& call) const;
  http::Response handle_subresource(const Call& call) const;
  http::Response get_scale(const Call& call) const;
  http::Response update_scale(const Call& call) const;
  http::Response get(const Call& call) const;
  http::Response list(const Call& call) const;
  http::Response watch(const Call& call) const;
  http::Response create(const Call& call) const;
  http::Response update(const Call& call) const;
  http::Response patch(const Call& call) const;
  http::Response remove(const Call& call) const;
  http::Response remove_collection(const Call& call) const;
  http::Response bind(const Call& call) const;
  http::Response evict(const Call& call) const;
  http::Response issue_token(const Call& call) const;
  http::Response review(const Call& call) const;
  static std::chrono::seconds default_timeout();
  http::Response written(const Call& call, const Result<registry::Written>& written,
                         int status) const;

  Parts parts_;
  Backends backends_;
  KubeletProxy kubelets_;
  PodStreams streams_;
  Proxy proxy_;
};

}  // namespace sluice::apiserver
