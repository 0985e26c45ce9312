// SPDX-License-Identifier: Apache-2.0
#include "kubelet/admission.h"

#include <algorithm>
#include <tuple>

#include "api/host_ports.h"
#include "api/meta.h"

namespace sluice::kubelet {
namespace {

// Of two that nobody has taken yet, one must be first, whoever asks.
bool comes_before(const client::Object& other, const client::Object& pod) {
  const auto order = [](const client::Object& object) {
    return std::tuple(object.at("metadata", "creationTimestamp").as_string(), api::uid(object));
  };
  return other.at("status", "startTime").is_string() || order(other) < order(pod);
}

}  // namespace

std::optional<PodFailure> refusal_of(const client::Object& pod,
                                     const std::vector<client::ObjectPtr>& on_node) {
  const std::vector<api::HostPort> wanted = api::host_ports(pod.at("spec"));
  if (wanted.empty()) {
    return std::nullopt;
  }
  const bool taken =
      std::any_of(on_node.begin(), on_node.end(), [&](const client::ObjectPtr& other) {
        return api::uid(*other) != api::uid(pod) && !is_terminal(*other) &&
               comes_before(*other, pod) &&
               api::collide(wanted, api::host_ports(other->at("spec")));
      });
  if (!taken) {
    return std::nullopt;
  }
  return PodFailure{.reason = "NodePorts",
                    .message =
                        "Pod was rejected: Predicate NodePorts failed: node(s) didn't have "
                        "free ports for the requested pod ports"};
}

}  // namespace sluice::kubelet
