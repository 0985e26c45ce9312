// SPDX-License-Identifier: Apache-2.0
#include "machines/stack_wish.h"

#include "api/meta.h"
#include "machines/machine_conditions.h"

namespace sluice::machines {

bool shall_run_kubernetes(const json::Value& machine) {
  return api::annotation(machine, kStackAnnotation) == to_string(detach::Stack::kKubernetes);
}

Result<std::optional<detach::Stack>> stack_to_order(const json::Value& machine) {
  const std::string said = api::annotation(machine, kStackAnnotation);
  const json::Value* shown = machine_condition(machine, kStackReady);
  if (said.empty() && shown == nullptr) {
    return std::nullopt;
  }
  const auto stack =
      said.empty() ? std::optional(detach::Stack::kSlurm) : detach::parse_stack(said);
  if (!stack) {
    return fail(Code::kInvalid, std::string("annotation ") + kStackAnnotation + ": \"" + said +
                                    "\": expected slurm or kubernetes");
  }
  const bool is_so = shown != nullptr && shown->at("status").as_string() == "True" &&
                     shown->at("reason").as_string() == stack_reason(*stack);
  return is_so ? std::nullopt : stack;
}

}  // namespace sluice::machines
