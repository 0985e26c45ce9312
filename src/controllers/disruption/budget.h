// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "controllers/disruption/scales.h"

// What a PodDisruptionBudget comes to, from what is known of its pods. No I/O.
namespace sluice::controllers::disruption {

// An evicted pod that is not gone by then stays after all.
inline constexpr std::chrono::minutes kEvictedWithin{2};

// Whether the budget is a share of what the pods' controllers want, not a plain number of pods.
bool counts_by_scale(const client::Object& budget);

// Those of the budget's namespace that it covers.
Result<Pods> covered(const client::Object& budget, const Pods& all);

// How many pods must stay healthy of how many.
struct Goal {
  std::int64_t expected = 0;
  std::int64_t desired = 0;
};
// Invalid when the budget's share is not a number or a percentage.
Result<Goal> goal(const client::Object& budget, std::int64_t expected);

struct Outlook {
  json::Value status;                  // of the budget
  std::optional<WallTime> again = {};  // when it has to be looked at again
  Pods not_gone = {};                  // that were evicted, and are still there
};
Outlook outlook(const client::Object& budget, const Pods& pods, const Goal& goal, WallTime now);

}  // namespace sluice::controllers::disruption
