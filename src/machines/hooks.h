// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "json/value.h"

namespace sluice::machines {

// The annotations for which Cluster API waits before it drains the Node, and before it takes the
// machine away. It does not always ask for the first, as when the whole Cluster is deleted; for the
// second it always waits.
inline constexpr const char* kDrainHook =
    "pre-drain.delete.hook.machine.cluster.x-k8s.io/slurm-drain";
inline constexpr const char* kDeregisterHook =
    "pre-terminate.delete.hook.machine.cluster.x-k8s.io/slurm-deregister";

bool has_hook(const json::Value& machine);  // one of them, whoever put it there

// Merge patches; nothing: there is nothing to change. Hooks that templates declare keep their
// value.
std::optional<json::Value> hooks_to_add(const json::Value& machine, const std::string& node_class);
std::optional<json::Value> hooks_to_remove(const json::Value& machine);

}  // namespace sluice::machines
