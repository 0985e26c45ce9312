// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "detach/protocol.h"
#include "json/value.h"

namespace sluice::detach {

// A machine that has the software of both runs that of one, and changes when it is told to:
//
//   PUT /v1/stack   a StackOrder; answers with StackProgress. May be repeated; the last one counts.
//   GET /v1/stack   StackProgress
//
// 404: the machine has the one stack only.
enum class Stack { kSlurm, kKubernetes };
std::string_view to_string(Stack stack);  // "slurm"
std::optional<Stack> parse_stack(std::string_view text);

struct StackOrder {
  Stack stack = Stack::kSlurm;
  Order leave = {};  // how the node leaves Slurm, or its pods the machine

  friend bool operator==(const StackOrder&, const StackOrder&) = default;
};

enum class StackPhase {
  kLeaving,   // Slurm, as a detachment does
  kRefused,   // somebody is in the way: `message` says who; looked at again all the time
  kEvicting,  // pods
  kStopping,  // services of the one stack
  kStarting,  // services of the other, until it takes work
  kReady,     // the machine runs what was ordered
};
std::string_view to_string(StackPhase phase);  // "Leaving"

struct StackProgress {
  StackPhase phase = StackPhase::kReady;
  std::string message = {};  // what it waits for, or what went wrong last

  friend bool operator==(const StackProgress&, const StackProgress&) = default;
};

// Readers name the field that is wrong.
json::Value to_json(const StackOrder& order);
Result<StackOrder> read_stack_order(const json::Value& value);
json::Value to_json(const StackProgress& progress);
Result<StackProgress> read_stack_progress(const json::Value& value);

}  // namespace sluice::detach
