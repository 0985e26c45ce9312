// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "client/client.h"

namespace sluice::controllers::nodes {

inline constexpr const char* kNotReady = "node.kubernetes.io/not-ready";
inline constexpr const char* kUnreachable = "node.kubernetes.io/unreachable";

// Whether pods are to be driven away from a node that is not ready.
enum class Eviction {
  kAllowed,
  kPaused,  // not from further nodes
  kOff,     // from none: perhaps it is not the nodes that are broken
};

// The node's taints as its conditions and spec.unschedulable want them: those that keep new pods
// away or drive pods away for such a reason are there if the reason is, all others stay as they
// are. New ones carry `now`. Pure.
json::Array condition_taints(const client::Object& node, Eviction eviction, WallTime now);

// Pods are being driven away from it because it is not ready.
bool is_evicting(const json::Array& taints);

}  // namespace sluice::controllers::nodes
