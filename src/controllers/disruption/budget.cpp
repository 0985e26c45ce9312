// SPDX-License-Identifier: Apache-2.0
#include "controllers/disruption/budget.h"

#include <algorithm>
#include <utility>

#include "api/disruption.h"
#include "api/selector.h"
#include "base/text.h"
#include "base/timestamp.h"

namespace sluice::controllers::disruption {
namespace {

// A number, or a percentage of `total`, rounded up.
Result<std::int64_t> scaled(const json::Value& amount, std::int64_t total) {
  if (amount.is_int()) {
    return amount.as_int();
  }
  std::string_view text = amount.as_string();
  if (!text.ends_with('%')) {
    return fail(Code::kInvalid,
                "invalid value for IntOrString: invalid type: string is not a percentage");
  }
  text.remove_suffix(1);
  const auto percent = parse_int(text);
  if (!percent) {
    return fail(Code::kInvalid, "invalid value for IntOrString: invalid value \"" +
                                    amount.as_string() + "\": not a number");
  }
  return (total * *percent + 99) / 100;
}

// When the pod was evicted, if that is not too long ago to still be believed.
std::optional<WallTime> gone_by(const json::Value& disrupted, const client::Object& pod) {
  const json::Value* evicted = disrupted.find(api::name(pod));
  const auto when = evicted == nullptr ? Result<WallTime>(fail(Code::kNotFound, ""))
                                       : parse_rfc3339(evicted->as_string());
  return when ? std::optional(*when + kEvictedWithin) : std::nullopt;
}

}  // namespace

bool counts_by_scale(const client::Object& budget) {
  return budget.find("spec", "maxUnavailable") != nullptr ||
         budget.at("spec", "minAvailable").is_string();
}

Result<Pods> covered(const client::Object& budget, const Pods& all) {
  Pods pods;
  const json::Value& selector = budget.at("spec", "selector");
  if (selector.is_null()) {
    return pods;
  }
  TRY_ASSIGN(const api::LabelSelector parsed, api::LabelSelector::from_object(selector));
  std::copy_if(all.begin(), all.end(), std::back_inserter(pods),
               [&](const client::ObjectPtr& pod) { return parsed.matches(*pod); });
  return pods;
}

Result<Goal> goal(const client::Object& budget, std::int64_t expected) {
  const json::Value& spec = budget.at("spec");
  if (const json::Value* most = spec.find("maxUnavailable"); most != nullptr) {
    TRY_ASSIGN(const std::int64_t unavailable, scaled(*most, expected));
    return Goal{expected, std::max<std::int64_t>(expected - unavailable, 0)};
  }
  if (const json::Value* least = spec.find("minAvailable"); least != nullptr) {
    TRY_ASSIGN(const std::int64_t available, scaled(*least, expected));
    return Goal{expected, available};
  }
  return Goal{};
}

Outlook outlook(const client::Object& budget, const Pods& pods, const Goal& goal, WallTime now) {
  Outlook result;
  json::Object disrupted;
  std::int64_t healthy = 0;
  for (const client::ObjectPtr& pod : pods) {
    if (api::is_being_deleted(*pod)) {
      continue;
    }
    const json::Value& evicted = budget.at("status", "disruptedPods");
    const std::optional<WallTime> by = gone_by(evicted, *pod);
    if (by && *by >= now) {
      disrupted[api::name(*pod)] = evicted.at(api::name(*pod));
      result.again = std::min(result.again.value_or(*by), *by);
    } else if (by) {
      result.not_gone.push_back(pod);
    }
    const bool leaving = by && *by > now;
    healthy += !leaving && api::has_condition(*pod, "Ready") ? 1 : 0;
  }
  const std::int64_t spare =
      goal.expected > 0 ? std::max<std::int64_t>(healthy - goal.desired, 0) : 0;
  json::Object status{{"observedGeneration", budget.at("metadata", "generation")}};
  if (!disrupted.empty()) {
    status["disruptedPods"] = std::move(disrupted);
  }
  status["disruptionsAllowed"] = spare;
  status["currentHealthy"] = healthy;
  status["desiredHealthy"] = goal.desired;
  status["expectedPods"] = goal.expected;
  if (const json::Value* conditions = budget.find("status", "conditions"); conditions != nullptr) {
    status["conditions"] = *conditions;
  }
  result.status = std::move(status);
  api::set_disruption_allowed(result.status, now);
  return result;
}

}  // namespace sluice::controllers::disruption
