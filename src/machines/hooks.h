// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "json/value.h"
#include "machines/slurm_machine.h"

namespace sluice::machines {

// The annotations for which Cluster API waits before it drains the Node, and before it takes the
// machine away. It does not always ask for the first, as when the whole Cluster is deleted; for the
// second it always waits.
inline constexpr const char* kDrainHook =
    "pre-drain.delete.hook.machine.cluster.x-k8s.io/slurm-drain";
inline constexpr const char* kDeregisterHook =
    "pre-terminate.delete.hook.machine.cluster.x-k8s.io/slurm-deregister";

bool has_hook(const json::Value& machine);  // one of them, whoever put it there

// Merge patches; nothing: there is nothing to change. What the Machine is to Slurm comes with the
// hooks; hooks that templates declare keep their value.
std::optional<json::Value> hooks_to_add(const json::Value& machine, const SlurmMachine& slurm);
std::optional<json::Value> hooks_to_remove(const json::Value& machine);
std::optional<json::Value> name_to_note(const json::Value& machine, const SlurmMachine& slurm);

}  // namespace sluice::machines
