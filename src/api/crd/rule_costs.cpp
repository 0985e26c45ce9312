// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_costs.h"

#include <algorithm>
#include <array>
#include <cstdio>

#include "api/crd/rule_sizes.h"
#include "cel/range.h"

namespace sluice::api {
namespace {

constexpr std::uint64_t kExpressionLimit = 10'000'000;
constexpr std::uint64_t kSchemaLimit = 100'000'000;
constexpr std::uint64_t kWorthNaming = kSchemaLimit / 100;
constexpr std::size_t kMostNamed = 4;

std::string factor(std::uint64_t cost, std::uint64_t limit) {
  const double times = static_cast<double>(cost) / static_cast<double>(limit);
  if (times > 100) {
    return "more than 100x";
  }
  std::array<char, 32> text{};
  const int length = std::snprintf(text.data(), text.size(), times < 1.5 ? "%fx" : "%.1fx", times);
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string too_costly(std::string_view what, std::uint64_t cost, std::uint64_t limit) {
  return std::string(what) + " exceeds budget by factor of " + factor(cost, limit) +
         " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where "
         "arrays, maps, and strings are declared)";
}

}  // namespace

Occurrences occurrences_below(const json::Value& schema, Occurrences own) {
  const std::string& type = schema.at("type").as_string();
  Occurrences each = 1;
  if (type == "array") {
    each = size_limit(schema, "maxItems");
  } else if (type == "object" && schema.find("additionalProperties") != nullptr) {
    each = size_limit(schema, "maxProperties");
  }
  return own && each ? Occurrences(cel::multiply_capped(*own, *each)) : std::nullopt;
}

void RuleCosts::add(const FieldPath& at, std::string_view name, std::uint64_t cost,
                    Faults& faults) {
  if (cost > kExpressionLimit && !is_stored_) {
    faults.forbidden(
        at, too_costly("estimated " + std::string(name) + " cost", cost, kExpressionLimit));
  }
  total_ = cel::add_capped(total_, cost);
  if (cost < kWorthNaming) {
    return;
  }
  const auto next = std::find_if(most_expensive_.begin(), most_expensive_.end(),
                                 [&](const Expensive& each) { return each.cost < cost; });
  most_expensive_.insert(next, {at.text(), cost});
  most_expensive_.resize(std::min(most_expensive_.size(), kMostNamed));
}

void RuleCosts::check_total(const FieldPath& schema, Faults& faults) const {
  if (total_ <= kSchemaLimit) {
    return;
  }
  const FieldPath root;
  for (const Expensive& each : most_expensive_) {
    faults.forbidden(root.child(each.at),
                     "contributed to estimated rule cost total exceeding cost limit for entire "
                     "OpenAPIv3 schema");
  }
  faults.forbidden(
      schema,
      too_costly("x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema",
                 total_, kSchemaLimit));
}

}  // namespace sluice::api
