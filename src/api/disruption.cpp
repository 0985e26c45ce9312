// SPDX-License-Identifier: Apache-2.0
#include "api/disruption.h"

#include "api/meta.h"
#include "api/selector.h"

namespace sluice::api {
namespace {

constexpr std::string_view kType = "DisruptionAllowed";

// Unlike the conditions of older kinds, these name the generation and show an empty message.
bool set(json::Value& status, const ConditionUpdate& update, WallTime now) {
  const json::Value before = status.at("conditions");
  set_condition(status, update, now);
  for (json::Value& condition : status["conditions"].array()) {
    if (condition.at("type").as_string() == kType) {
      condition["message"] = update.message;
      condition["observedGeneration"] = status.at("observedGeneration").as_int();
    }
  }
  return status.at("conditions") != before;
}

}  // namespace

Result<bool> budget_covers(const json::Value& budget, const json::Value& pod) {
  const json::Value& selector = budget.at("spec", "selector");
  if (selector.is_null()) {
    return false;
  }
  TRY_ASSIGN(const LabelSelector parsed, LabelSelector::from_object(selector));
  return parsed.matches(pod);
}

bool set_disruption_allowed(json::Value& status, WallTime now) {
  const bool allowed = status.at("disruptionsAllowed").as_int() > 0;
  return set(status,
             {.type = kType,
              .status = allowed ? "True" : "False",
              .reason = allowed ? "SufficientPods" : "InsufficientPods",
              .message = ""},
             now);
}

bool set_disruption_unknown(json::Value& status, std::string_view why, WallTime now) {
  const bool counted = status.at("disruptionsAllowed").as_int() != 0;
  status["disruptionsAllowed"] = 0;
  const bool said =
      set(status, {.type = kType, .status = "False", .reason = "SyncFailed", .message = why}, now);
  return counted || said;
}

}  // namespace sluice::api
