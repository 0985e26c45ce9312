// SPDX-License-Identifier: Apache-2.0
#include "machines/machine_conditions.h"

#include <algorithm>
#include <array>

namespace sluice::machines {
namespace {

constexpr std::array<std::string_view, 6> kOurs{kRegistered, kUsed,     kHealthy,
                                                kDrained,    kDetached, kStackReady};

bool is_v1beta1(const json::Value& machine) {
  return machine.at("apiVersion").as_string().ends_with("/v1beta1");
}

const json::Array& conditions(const json::Value& machine) {
  return is_v1beta1(machine) ? machine.at("status", "v1beta2", "conditions").as_array()
                             : machine.at("status", "conditions").as_array();
}

bool is_ours(const json::Value& condition) {
  return std::find(kOurs.begin(), kOurs.end(), condition.at("type").as_string()) != kOurs.end();
}

}  // namespace

const json::Value* machine_condition(const json::Value& machine, std::string_view type) {
  for (const json::Value& condition : conditions(machine)) {
    if (condition.at("type").as_string() == type) {
      return &condition;
    }
  }
  return nullptr;
}

// One writer applies all that it owns: what it leaves out would go.
std::optional<json::Value> conditions_to_apply(const json::Value& machine,
                                               std::span<const api::ConditionUpdate> updates,
                                               WallTime now) {
  json::Value status = json::Object{{"conditions", json::Array{}}};
  for (const json::Value& condition : conditions(machine)) {
    if (is_ours(condition)) {
      status["conditions"].array().push_back(condition);
    }
  }
  bool changed = false;
  for (const api::ConditionUpdate& update : updates) {
    changed = api::set_condition(status, update, now) || changed;
  }
  if (!changed) {
    return std::nullopt;
  }
  return json::Object{
      {"apiVersion", machine.at("apiVersion")},
      {"kind", "Machine"},
      {"metadata", json::Object{{"name", api::name(machine)},
                                {"namespace", api::ns(machine)},
                                {"uid", api::uid(machine)}}},
      {"status", is_v1beta1(machine) ? json::Value(json::Object{{"v1beta2", std::move(status)}})
                                     : std::move(status)}};
}

}  // namespace sluice::machines
