// SPDX-License-Identifier: Apache-2.0
#include "detach/stack.h"

#include <algorithm>
#include <array>

namespace sluice::detach {
namespace {

constexpr std::array<std::string_view, 2> kStacks{"slurm", "kubernetes"};
constexpr std::array<std::string_view, 6> kPhases{"Leaving",  "Refused",  "Evicting",
                                                  "Stopping", "Starting", "Ready"};

}  // namespace

std::string_view to_string(Stack stack) {
  return kStacks.at(static_cast<std::size_t>(stack));
}

std::optional<Stack> parse_stack(std::string_view text) {
  const auto found = std::find(kStacks.begin(), kStacks.end(), text);
  return found == kStacks.end() ? std::nullopt
                                : std::optional(static_cast<Stack>(found - kStacks.begin()));
}

std::string_view to_string(StackPhase phase) {
  return kPhases.at(static_cast<std::size_t>(phase));
}

json::Value to_json(const StackOrder& order) {
  json::Value value = to_json(order.leave);
  value["stack"] = to_string(order.stack);
  return value;
}

Result<StackOrder> read_stack_order(const json::Value& value) {
  StackOrder order;
  TRY_ASSIGN(order.leave, read_order(value));
  const auto stack = parse_stack(value.at("stack").as_string());
  if (!stack) {
    return fail(Code::kInvalid, "stack: expected slurm or kubernetes");
  }
  order.stack = *stack;
  return order;
}

json::Value to_json(const StackProgress& progress) {
  return json::Object{{"phase", to_string(progress.phase)}, {"message", progress.message}};
}

Result<StackProgress> read_stack_progress(const json::Value& value) {
  const std::string& phase = value.at("phase").as_string();
  const auto found = std::find(kPhases.begin(), kPhases.end(), phase);
  if (found == kPhases.end()) {
    return fail(Code::kInvalid, "phase: expected a phase of a change of stacks");
  }
  return StackProgress{.phase = static_cast<StackPhase>(found - kPhases.begin()),
                       .message = value.at("message").as_string()};
}

}  // namespace sluice::detach
