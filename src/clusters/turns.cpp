// SPDX-License-Identifier: Apache-2.0
#include "clusters/turns.h"

#include "api/meta.h"
#include "base/timestamp.h"
#include "services/turn.h"

namespace sluice::clusters {
namespace {

constexpr Duration kPatience = std::chrono::minutes(5);

}  // namespace

TurnSeeker turn_seeker(const json::Value& node, WallTime now) {
  TurnSeeker seeker{.node = api::name(node),
                    .asked = api::annotation(node, services::kTurnAsked),
                    .given = api::annotation(node, services::kTurnGiven)};
  if (const json::Value* ready = api::condition(node, "Ready")) {
    const std::string& status = ready->at("status").as_string();
    const auto since = parse_rfc3339(ready->at("lastTransitionTime").as_string());
    seeker.answers = status != "Unknown";
    seeker.counts = status == "True" || !since || now - *since < kPatience;
  }
  return seeker;
}

Turns hand_out_turns(const std::vector<TurnSeeker>& all, std::int64_t batch) {
  Turns turns;
  std::int64_t taken = 0;
  for (const TurnSeeker& one : all) {
    if (one.given.empty()) {
      continue;
    }
    taken += one.counts && !one.asked.empty() ? 1 : 0;
    if (one.given != one.asked) {
      turns.emplace_back(one.node, one.asked);  // what it is to become has changed, or it is done
    }
  }
  for (const TurnSeeker& one : all) {
    if (one.given.empty() && !one.asked.empty() && one.answers && taken < batch) {
      turns.emplace_back(one.node, one.asked);
      ++taken;
    }
  }
  return turns;
}

}  // namespace sluice::clusters
