// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pods_by_node.h"

#include "api/meta.h"

namespace sluice::kubelet {
namespace {

const std::string& node_of(const client::Object& pod) {
  return pod.at("spec", "nodeName").as_string();
}

}  // namespace

Result<client::PodAccess*> PodsByNode::kubelet_of(const api::Key& pod) const {
  TRY_ASSIGN(const client::ObjectPtr object, client_.get(api::kinds::pod(), pod));
  const auto found = kubelets_.find(node_of(*object));
  if (found == kubelets_.end()) {
    return fail(Code::kNotFound, "no kubelet here serves node \"" + node_of(*object) + "\"");
  }
  return &found->second->pods();
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
  const auto found = kubelets_.find(node_of(pod));
  return found == kubelets_.end() ? std::nullopt : found->second->usage().usage(pod);
}

}  // namespace sluice::kubelet
