// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "detach/protocol.h"
#include "json/value.h"

namespace sluice::machines {

// How a Machine leaves its Slurm cluster: what its class says in spec.detach, and on the Machine
// itself the annotations sluice.dev/detach-mode, -jobs, -deadline and -despite-others, which count
// more. `node_class` may be null. Invalid names the field or annotation.
Result<detach::Order> detach_order(const json::Value& machine, const json::Value& node_class);

// Somebody has looked and lets the Machine go whatever Slurm knows: the annotation
// sluice.dev/detach-release is "true".
bool is_released_by_hand(const json::Value& machine);

}  // namespace sluice::machines
