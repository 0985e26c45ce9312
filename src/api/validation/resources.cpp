// SPDX-License-Identifier: Apache-2.0
#include "api/validation/resource_names.h"
#include "api/validation/rules.h"
#include "json/quantity.h"

namespace sluice::api {
namespace {

void check_amount(const json::Member& amount, const FieldPath& key, Faults& faults) {
  const bool known = is_container_resource(amount.key);
  if (const std::string fault = resource_name_fault(amount.key, known, "containers");
      !fault.empty()) {
    faults.invalid(key, amount.key, fault);
  }
  const auto quantity = json::Quantity::from(amount.value);
  if (quantity && *quantity < json::Quantity()) {
    faults.invalid(key, amount.value, "must be greater than or equal to 0");
  } else if (quantity && is_extended_resource(amount.key) && !quantity->exact_value()) {
    faults.invalid(key, amount.value, "must be an integer");
  }
}

void check_amounts(const json::Value& amounts, const FieldPath& at, Faults& faults) {
  for (const json::Member& amount : amounts.as_object()) {
    check_amount(amount, at.key(amount.key), faults);
  }
}

// What cannot be shared must be asked for as it is bounded.
bool is_exclusive(std::string_view resource) {
  return is_extended_resource(resource) || resource.starts_with("hugepages-");
}

void check_pair(const json::Member& request, const json::Value& limit, const FieldPath& at,
                Faults& faults) {
  const FieldPath requests_at = at.child("requests");
  const auto asked = json::Quantity::from(request.value);
  const auto bound = json::Quantity::from(limit);
  if (limit.is_null() && is_exclusive(request.key)) {
    faults.required(at.child("limits"), "Limit must be set for non overcommitable resources");
  }
  if (!asked || !bound) {
    return;
  }
  if (is_exclusive(request.key)) {
    if (*asked < *bound || *asked > *bound) {
      faults.invalid(requests_at, request.value,
                     "must be equal to " + request.key + " limit of " + bound->to_string());
    }
  } else if (*asked > *bound) {
    faults.invalid(
        requests_at, request.value,
        "must be less than or equal to " + request.key + " limit of " + bound->to_string());
  }
}

bool names(const json::Value& resources, bool (*is)(std::string_view)) {
  for (const char* member : {"limits", "requests"}) {
    for (const json::Member& amount : resources.at(member).as_object()) {
      if (is(amount.key)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace

void check_resources(const json::Value& resources, const FieldPath& at, Faults& faults) {
  check_amounts(resources.at("limits"), at.child("limits"), faults);
  check_amounts(resources.at("requests"), at.child("requests"), faults);
  for (const json::Member& request : resources.at("requests").as_object()) {
    check_pair(request, resources.at("limits", request.key), at, faults);
  }
  const bool pages =
      names(resources, [](std::string_view name) { return name.starts_with("hugepages-"); });
  const bool others =
      names(resources, [](std::string_view name) { return name == "cpu" || name == "memory"; });
  if (pages && !others) {
    faults.forbidden(at, "HugePages require cpu or memory");
  }
}

}  // namespace sluice::api
