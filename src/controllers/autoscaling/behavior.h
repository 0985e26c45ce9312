// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/clock.h"
#include "json/value.h"

namespace sluice::controllers::autoscaling {

// What an autoscaler remembers from one look to the next. It is not stored: who begins anew takes
// the number of replicas it finds for what was recommended last.
struct History {
  struct Recommendation {
    std::int64_t replicas = 0;
    WallTime time{};
  };
  struct Step {
    std::int64_t size = 0;  // how many came, or went
    WallTime time{};
  };
  std::vector<Recommendation> recommendations;
  std::vector<Step> ups;
  std::vector<Step> downs;
};

struct Bounds {
  std::int64_t least = 1;
  std::int64_t most = 1;
  std::int64_t current = 1;
};

// A condition's words.
struct Finding {
  bool holds = true;
  std::string reason;
  std::string message;
};

// How many replicas there may be now, and what stood in the way of more or fewer.
struct Verdict {
  std::int64_t replicas = 0;
  Finding able;     // AbleToScale
  Finding limited;  // ScalingLimited
};

// What becomes of a recommendation: recent ones hold it back (stabilization), then the bounds and
// the speed limits of `behavior` cut it (spec.behavior; null: the limits of old). The
// recommendation is added to the history.
Verdict settle(std::int64_t recommended, const Bounds& bounds, const json::Value& behavior,
               History& history, WallTime now);

// Writes down that the number of replicas was changed. Without a behavior nobody asks for it.
void remember_step(std::int64_t before, std::int64_t after, const json::Value& behavior,
                   History& history, WallTime now);

}  // namespace sluice::controllers::autoscaling
