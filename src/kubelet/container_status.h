// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "json/value.h"
#include "kubelet/pod_status.h"

namespace sluice::kubelet {

struct ContainerStatuses {
  json::Value init = json::Array{};
  json::Value main = json::Array{};
  json::Value ephemeral = json::Array{};
};

// One Kubernetes container status for each container of the pod's spec, in its order. Pure.
ContainerStatuses container_statuses(const json::Value& pod, const PodSituation& situation);

}  // namespace sluice::kubelet
