// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "registry/registry.h"

namespace sluice::auth {

// As whom the API server calls kubelets of other processes. An identity of its own: who is let
// through to a node's proxy chooses the path, and whoever writes a node's status chooses the
// address, which may be this very server's.
inline constexpr const char* kKubeletCaller = "kube-apiserver-kubelet-client";

// Lets that user do what kubelets ask for, and nothing else.
Result<void> publish_kubelet_caller(registry::Registry& registry);

}  // namespace sluice::auth
