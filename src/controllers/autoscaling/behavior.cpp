// SPDX-License-Identifier: Apache-2.0
#include "controllers/autoscaling/behavior.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace sluice::controllers::autoscaling {
namespace {

using std::chrono::seconds;

constexpr seconds kCalm{300};  // before fewer replicas are believed
// Without a behavior: at most that much more at once.
constexpr std::int64_t kFactor = 2;
constexpr std::int64_t kAtLeast = 4;

const Finding kWithinRange{false, "DesiredWithinRange",
                           "the desired count is within the acceptable range"};
const Finding kTooMany{true, "TooManyReplicas",
                       "the desired replica count is more than the maximum replica count"};
const Finding kTooFew{true, "TooFewReplicas",
                      "the desired replica count is less than the minimum replica count"};
const Finding kTooFastUp{
    true, "ScaleUpLimit",
    "the desired replica count is increasing faster than the maximum scale rate"};
const Finding kTooFastDown{
    true, "ScaleDownLimit",
    "the desired replica count is decreasing faster than the maximum scale rate"};
const Finding kReady{true, "ReadyForNewScale", "recommended size matches current size"};
const Finding kHeldUp{true, "ScaleDownStabilized",
                      "recent recommendations were higher than current one, applying the highest "
                      "recent recommendation"};
const Finding kHeldDown{true, "ScaleUpStabilized",
                        "recent recommendations were lower than current one, applying the lowest "
                        "recent recommendation"};

struct Windows {
  seconds up{0};
  seconds down = kCalm;
};

Windows windows_of(const json::Value& behavior) {
  Windows windows;
  windows.up = seconds(behavior.at("scaleUp", "stabilizationWindowSeconds").as_int());
  if (const json::Value* down = behavior.find("scaleDown", "stabilizationWindowSeconds")) {
    windows.down = seconds(down->as_int());
  }
  return windows;
}

// The current number, moved no further than all recent recommendations would have moved it.
std::int64_t stabilized(std::int64_t recommended, std::int64_t current, const Windows& windows,
                        const History& history, WallTime now) {
  std::int64_t lowest = recommended;
  std::int64_t highest = recommended;
  for (const History::Recommendation& earlier : history.recommendations) {
    if (earlier.time > now - windows.up) {
      lowest = std::min(lowest, earlier.replicas);
    }
    if (earlier.time > now - windows.down) {
      highest = std::max(highest, earlier.replicas);
    }
  }
  return std::min(std::max(current, lowest), highest);
}

// Without a behavior nothing holds growth back.
std::int64_t highest_of_late(std::int64_t recommended, const History& history, WallTime now) {
  std::int64_t highest = recommended;
  for (const History::Recommendation& earlier : history.recommendations) {
    if (earlier.time >= now - kCalm) {
      highest = std::max(highest, earlier.replicas);
    }
  }
  return highest;
}

void remember(std::int64_t recommended, const Windows& windows, History& history, WallTime now) {
  const WallTime oldest = now - std::max(windows.up, windows.down);
  std::erase_if(history.recommendations,
                [&](const auto& earlier) { return earlier.time < oldest; });
  history.recommendations.push_back({recommended, now});
}

std::int64_t steps_within(const std::vector<History::Step>& steps, seconds period, WallTime now) {
  std::int64_t sum = 0;
  for (const History::Step& step : steps) {
    sum += step.time > now - period ? step.size : 0;
  }
  return sum;
}

// How far one policy lets the number go, from where it was when the policy's period began.
std::int64_t policy_limit(const json::Value& policy, bool up, std::int64_t current,
                          const History& history, WallTime now) {
  const seconds period(policy.at("periodSeconds").as_int());
  const std::int64_t began =
      current - steps_within(history.ups, period, now) + steps_within(history.downs, period, now);
  const std::int64_t value = policy.at("value").as_int();
  if (policy.at("type").as_string() == "Pods") {
    return up ? began + value : began - value;
  }
  const double share = static_cast<double>(value) / 100;
  const auto from = static_cast<double>(began);
  // Rounded so that a small set can grow and can shrink.
  return static_cast<std::int64_t>(up ? std::ceil(from * (1 + share)) : from * (1 - share));
}

std::int64_t speed_limit(const json::Value& rules, bool up, std::int64_t current,
                         const History& history, WallTime now) {
  const std::string& select = rules.at("selectPolicy").as_string();
  const json::Array& policies = rules.at("policies").as_array();
  if (select == "Disabled" || policies.empty()) {
    return current;
  }
  std::vector<std::int64_t> limits;
  for (const json::Value& policy : policies) {
    limits.push_back(policy_limit(policy, up, current, history, now));
  }
  const bool highest = up == (select != "Min");
  const std::int64_t limit = highest ? *std::max_element(limits.begin(), limits.end())
                                     : *std::min_element(limits.begin(), limits.end());
  return up ? std::max(limit, current) : std::min(limit, current);
}

// The limits of old: only growth is slowed down.
std::pair<std::int64_t, Finding> limit_plainly(std::int64_t wanted, const Bounds& bounds) {
  const std::int64_t fastest = std::max(kFactor * bounds.current, kAtLeast);
  if (wanted < bounds.least) {
    return {bounds.least, kTooFew};
  }
  if (wanted > std::min(bounds.most, fastest)) {
    return bounds.most > fastest ? std::pair(fastest, kTooFastUp)
                                 : std::pair(bounds.most, kTooMany);
  }
  return {wanted, kWithinRange};
}

std::pair<std::int64_t, Finding> limit_by(const json::Value& behavior, std::int64_t wanted,
                                          const Bounds& bounds, const History& history,
                                          WallTime now) {
  if (wanted > bounds.current) {
    const std::int64_t fastest =
        speed_limit(behavior.at("scaleUp"), true, bounds.current, history, now);
    if (wanted > std::min(bounds.most, fastest)) {
      return bounds.most > fastest ? std::pair(fastest, kTooFastUp)
                                   : std::pair(bounds.most, kTooMany);
    }
  } else if (wanted < bounds.current) {
    const std::int64_t fastest =
        speed_limit(behavior.at("scaleDown"), false, bounds.current, history, now);
    if (wanted < std::max(bounds.least, fastest)) {
      return bounds.least < fastest ? std::pair(fastest, kTooFastDown)
                                    : std::pair(bounds.least, kTooFew);
    }
  }
  return {wanted, kWithinRange};
}

seconds longest_period(const json::Value& behavior) {
  std::int64_t longest = 0;
  for (const char* direction : {"scaleUp", "scaleDown"}) {
    for (const json::Value& policy : behavior.at(direction, "policies").as_array()) {
      longest = std::max(longest, policy.at("periodSeconds").as_int());
    }
  }
  return seconds(longest);
}

}  // namespace

Verdict settle(std::int64_t recommended, const Bounds& bounds, const json::Value& behavior,
               History& history, WallTime now) {
  const bool plain = !behavior.is_object();
  const Windows windows = plain ? Windows{} : windows_of(behavior);
  const std::int64_t calm = plain ? highest_of_late(recommended, history, now)
                                  : stabilized(recommended, bounds.current, windows, history, now);
  remember(recommended, windows, history, now);
  const Finding& held = plain || recommended < bounds.current ? kHeldUp : kHeldDown;
  Verdict verdict{.able = calm == recommended ? kReady : held};
  std::tie(verdict.replicas, verdict.limited) =
      plain ? limit_plainly(calm, bounds) : limit_by(behavior, calm, bounds, history, now);
  return verdict;
}

void remember_step(std::int64_t before, std::int64_t after, const json::Value& behavior,
                   History& history, WallTime now) {
  if (!behavior.is_object() || before == after) {
    return;
  }
  const WallTime oldest = now - longest_period(behavior);
  for (std::vector<History::Step>* steps : {&history.ups, &history.downs}) {
    std::erase_if(*steps, [&](const History::Step& step) { return step.time < oldest; });
  }
  (after > before ? history.ups : history.downs).push_back({std::abs(after - before), now});
}

}  // namespace sluice::controllers::autoscaling
