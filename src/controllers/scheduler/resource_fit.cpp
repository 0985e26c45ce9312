// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/resource_fit.h"

#include <algorithm>

#include "base/text.h"

namespace sluice::controllers::scheduler {
namespace {

json::Quantity amount(const api::quota::Amounts& amounts, const std::string& name) {
  const auto found = amounts.find(name);
  return found == amounts.end() ? json::Quantity() : found->second;
}

bool goes_elsewhere(const Attempt& attempt, const NodeState& node) {
  const std::string& wanted = api::annotation(attempt.pod, kPartition);
  const json::Value* own = node.label(kPartition);
  return !wanted.empty() && (own == nullptr || own->as_string() != wanted);
}

Fit fits_queue(const Attempt& attempt, const NodeState& node, const json::Quantity& wanted,
               const std::optional<json::Quantity>& most) {
  return !most || wanted <= *most || goes_elsewhere(attempt, node) ? Fit::kYes : Fit::kNo;
}

Fit fits_one(const Attempt& attempt, const Place& place, const std::string& name,
             const json::Quantity& wanted) {
  if (wanted.sign() <= 0) {
    return Fit::kYes;
  }
  const auto queued = place.node.queued.find(name);
  if (queued != place.node.queued.end()) {
    return fits_queue(attempt, place.node, wanted, queued->second);
  }
  const json::Quantity total = amount(place.node.allocatable, name);
  if (wanted > total) {
    return Fit::kNo;
  }
  return wanted > total - amount(place.load.requested, name) ? Fit::kNotNow : Fit::kYes;
}

bool has_a_slot(const Place& place) {
  return place.node.queued.contains("pods") ||
         place.load.pods < amount(place.node.allocatable, "pods").value();
}

}  // namespace

Fit has_room(const Attempt& attempt, const Place& place) {
  Fit worst = has_a_slot(place) ? Fit::kYes : Fit::kNotNow;
  for (const auto& [name, wanted] : attempt.facts.requests) {
    worst = std::max(worst, fits_one(attempt, place, name, wanted));
  }
  return worst;
}

std::vector<std::string> shortages(const Attempt& attempt, const Place& place) {
  std::vector<std::string> result;
  if (!has_a_slot(place)) {
    result.emplace_back("Too many pods");
  }
  for (const auto& [name, wanted] : attempt.facts.requests) {
    if (fits_one(attempt, place, name, wanted) != Fit::kYes) {
      result.push_back("Insufficient " + name);
    }
  }
  return result;
}

}  // namespace sluice::controllers::scheduler
