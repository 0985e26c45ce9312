// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "client/client.h"
#include "kubelet/pod_status.h"

namespace sluice::kubelet {

// Why a node cannot take a pod although somebody bound it there; nothing: it can. The scheduler
// sees to it that this never happens to its own pods; others name the node themselves. `on_node`
// are the node's pods, whatever their state; this one may be among them.
std::optional<PodFailure> refusal_of(const client::Object& pod,
                                     const std::vector<client::ObjectPtr>& on_node);

}  // namespace sluice::kubelet
