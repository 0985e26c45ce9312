// SPDX-License-Identifier: Apache-2.0
#include "controllers/quota/tally.h"

#include <algorithm>

#include "api/quota/scopes.h"
#include "api/quota/usage.h"

namespace sluice::controllers::quota {

using api::quota::Amounts;

bool limits(const client::Object& quota, const api::Kind& kind) {
  const json::Object& hard = quota.at("spec", "hard").as_object();
  return std::any_of(hard.begin(), hard.end(), [&](const json::Member& entry) {
    return api::quota::concerns(kind, entry.key);
  });
}

Amounts tally(const client::Object& quota, const api::Kind& kind,
              const std::vector<client::ObjectPtr>& objects, WallTime now) {
  Amounts sum = api::quota::of_concern(kind, api::quota::amounts_of(quota.at("spec", "hard")));
  for (auto& [resource, amount] : sum) {
    amount = json::Quantity();
  }
  for (const client::ObjectPtr& object : objects) {
    if (!api::quota::in_scope(quota, kind, *object)) {
      continue;
    }
    for (const auto& [resource, amount] : api::quota::usage(kind, *object, now)) {
      if (const auto found = sum.find(resource); found != sum.end()) {
        found->second = found->second + amount;
      }
    }
  }
  return sum;
}

json::Value status(const client::Object& quota, const Amounts& used) {
  const json::Value& hard = quota.at("spec", "hard");
  Amounts all;
  for (const json::Member& entry : hard.as_object()) {
    const json::Value* before = quota.find("status", "used", entry.key);
    if (const auto found = used.find(entry.key); found != used.end()) {
      all.insert(*found);
    } else if (before != nullptr) {
      all[entry.key] = json::Quantity::from(*before).value_or(json::Quantity());
    }
  }
  return json::Object{{"hard", hard}, {"used", api::quota::to_json(all)}};
}

}  // namespace sluice::controllers::quota
