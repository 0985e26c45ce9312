// SPDX-License-Identifier: Apache-2.0
#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "json/quantity.h"

namespace sluice::api {
namespace {

void check_amounts(const json::Value& amounts, const FieldPath& at, Faults& faults) {
  for (const json::Member& amount : amounts.as_object()) {
    const FieldPath key = at.key(amount.key);
    if (const std::string fault = label_key_fault(amount.key); !fault.empty()) {
      faults.invalid(key, amount.key, fault);
    }
    const auto quantity = json::Quantity::from(amount.value);
    if (quantity && *quantity < json::Quantity()) {
      faults.invalid(key, amount.value, "must be greater than or equal to 0");
    }
  }
}

}  // namespace

void check_resources(const json::Value& resources, const FieldPath& at, Faults& faults) {
  const FieldPath limits_at = at.child("limits");
  const FieldPath requests_at = at.child("requests");
  check_amounts(resources.at("limits"), limits_at, faults);
  check_amounts(resources.at("requests"), requests_at, faults);
  for (const json::Member& request : resources.at("requests").as_object()) {
    const json::Value& limit = resources.at("limits", request.key);
    const auto asked = json::Quantity::from(request.value);
    const auto bound = json::Quantity::from(limit);
    if (asked && bound && *asked > *bound) {
      faults.invalid(
          requests_at, request.value,
          "must be less than or equal to " + request.key + " limit of " + bound->to_string());
    }
  }
}

}  // namespace sluice::api
