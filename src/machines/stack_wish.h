// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/result.h"
#include "detach/stack.h"
#include "json/value.h"

namespace sluice::machines {

// An annotation of a Machine whose machine has the software of both: what it shall run, slurm, as
// it does without it, or kubernetes.
inline constexpr const char* kStackAnnotation = "sluice.dev/stack";

bool shall_run_kubernetes(const json::Value& machine);

// What has to be asked of the machine's agent; nothing: its Machine shows that it is so, or nobody
// ever asked for anything. Invalid names the annotation.
Result<std::optional<detach::Stack>> stack_to_order(const json::Value& machine);

}  // namespace sluice::machines
