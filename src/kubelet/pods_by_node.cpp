// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pods_by_node.h"

#include <algorithm>

#include "api/meta.h"

namespace sluice::kubelet {
namespace {

const std::string& node_of(const client::Object& pod) {
  return pod.at("spec", "nodeName").as_string();
}

}  // namespace

Kubelet* PodsByNode::kubelet_of_node(const std::string& node) const {
  const auto found = std::find_if(kubelets_.begin(), kubelets_.end(),
                                  [&](const Kubelet* kubelet) { return kubelet->has_node(node); });
  return found == kubelets_.end() ? nullptr : *found;
}

Result<client::PodAccess*> PodsByNode::kubelet_of(const api::Key& pod) const {
  TRY_ASSIGN(const client::ObjectPtr object, client_.get(api::kinds::pod(), pod));
  Kubelet* kubelet = kubelet_of_node(node_of(*object));
  if (kubelet == nullptr) {
    return fail(Code::kNotFound, "no kubelet here serves node \"" + node_of(*object) + "\"");
  }
  return &kubelet->pods();
}

Result<std::unique_ptr<Stream>> PodsByNode::log(const api::Key& pod,
                                                const client::LogQuery& query) {
  TRY_ASSIGN(client::PodAccess * pods, kubelet_of(pod));
  return pods->log(pod, query);
}

Result<std::unique_ptr<client::Process>> PodsByNode::exec(const client::ProcessRequest& request,
                                                          client::ProcessStreams streams,
                                                          client::OnExit on_exit) {
  TRY_ASSIGN(client::PodAccess * pods, kubelet_of(request.pod));
  return pods->exec(request, std::move(streams), std::move(on_exit));
}

Result<std::unique_ptr<client::Process>> PodsByNode::attach(const client::ProcessRequest& request,
                                                            client::ProcessStreams streams,
                                                            client::OnExit on_exit) {
  TRY_ASSIGN(client::PodAccess * pods, kubelet_of(request.pod));
  return pods->attach(request, std::move(streams), std::move(on_exit));
}

Result<std::shared_ptr<void>> PodsByNode::connect(const api::Key& pod, std::uint16_t port,
                                                  client::PortStreams streams,
                                                  client::OnClose on_close) {
  TRY_ASSIGN(client::PodAccess * pods, kubelet_of(pod));
  return pods->connect(pod, port, std::move(streams), std::move(on_close));
}

std::optional<client::PodUsage> PodsByNode::usage(const client::Object& pod) const {
  const Kubelet* kubelet = kubelet_of_node(node_of(pod));
  return kubelet == nullptr ? std::nullopt : kubelet->usage().usage(pod);
}

}  // namespace sluice::kubelet
