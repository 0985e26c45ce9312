// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "api/kind.h"
#include "api/meta.h"
#include "base/clock.h"
#include "detach/stack.h"
#include "json/value.h"

namespace sluice::machines {

// Conditions that the operator puts on Machines. The first two may stand in spec.readinessGates;
// a MachineHealthCheck may watch the third; the others are of those that are being deleted.
inline constexpr const char* kRegistered = "SlurmRegistered";  // Slurm knows the node
inline constexpr const char* kUsed = "SlurmUsed";              // a job has run there
inline constexpr const char* kHealthy = "SlurmNodeHealthy";    // Slurm has not given it up
inline constexpr const char* kDrained = "SlurmDrained";        // no job is left
inline constexpr const char* kDetached = "SlurmDetached";      // Slurm does not know it any more

inline constexpr const char* kStackReady = "StackReady";  // of those that have two

// The reason of StackReady once the machine runs that.
inline const char* stack_reason(detach::Stack stack) {
  return stack == detach::Stack::kSlurm ? "Slurm" : "Kubernetes";
}

// The condition where the version of the Machine has it: in status.conditions, or, in v1beta1,
// whose list there belongs to one writer, in status.v1beta2.conditions. Null: none.
const json::Value* machine_condition(const json::Value& machine, std::string_view type);

// What to apply to the status so that the Machine shows `updates` beside the others of ours;
// nothing: it shows them already.
std::optional<json::Value> conditions_to_apply(const json::Value& machine,
                                               std::span<const api::ConditionUpdate> updates,
                                               WallTime now);

}  // namespace sluice::machines
