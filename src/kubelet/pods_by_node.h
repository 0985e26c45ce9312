// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "client/client.h"
#include "client/pod_access.h"
#include "client/usage_source.h"
#include "kubelet/kubelet.h"

namespace sluice::kubelet {

// Several kubelets in one process, as one: each request goes to the kubelet of the pod's node.
// NotFound: no kubelet here has that node. Thread-safe; the kubelets outlive it.
class PodsByNode final : public client::PodAccess, public client::UsageSource {
 public:
  PodsByNode(client::Client& client, std::vector<Kubelet*> kubelets)
      : client_(client), kubelets_(std::move(kubelets)) {}

  Result<std::unique_ptr<Stream>> log(const api::Key& pod, const client::LogQuery& query) override;
  Result<std::unique_ptr<client::Process>> exec(const client::ProcessRequest& request,
                                                client::ProcessStreams streams,
                                                client::OnExit on_exit) override;
  Result<std::unique_ptr<client::Process>> attach(const client::ProcessRequest& request,
                                                  client::ProcessStreams streams,
                                                  client::OnExit on_exit) override;
  Result<std::shared_ptr<void>> connect(const api::Key& pod, std::uint16_t port,
                                        client::PortStreams streams,
                                        client::OnClose on_close) override;
  std::optional<client::PodUsage> usage(const client::Object& pod) const override;

 private:
  Kubelet* kubelet_of_node(const std::string& node) const;  // null: none here
  Result<client::PodAccess*> kubelet_of(const api::Key& pod) const;

  client::Client& client_;
  const std::vector<Kubelet*> kubelets_;
};

}  // namespace sluice::kubelet
