// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "controllers/scheduler/attempt.h"
#include "controllers/scheduler/node_state.h"

namespace sluice::controllers::scheduler {

// What can happen that lets a pod fit that did not: a set of bits.
using Events = std::uint32_t;
namespace event {
inline constexpr Events kNode = 1;     // it came, or its labels or taints changed
inline constexpr Events kRoom = 2;     // it has more to give
inline constexpr Events kPodLeft = 4;  // or asks for less
inline constexpr Events kPodCame = 8;  // or has other labels
inline constexpr Events kVolume = 16;  // a claim, volume or class changed
inline constexpr std::size_t kCount = 5;
}  // namespace event

// A node as it is tried: the pods on it may be others than those that are there now.
struct Place {
  const NodeState& node;
  const Load& load;
  const Relations& relations;
};

enum class Fit {
  kYes,
  kNotNow,  // it would if other pods went
  kNo,
};

// One reason why a pod may not be placed. Pure.
struct Filter {
  std::string_view name;
  Fit (*fits)(const Attempt& attempt, const Place& place);
  std::string_view message;  // in Kubernetes' words
  Events helped_by = 0;
  // Instead of `message`, where there may be several.
  std::vector<std::string> (*messages)(const Attempt& attempt, const Place& place) = nullptr;
};

// In the order they are asked; the first that objects counts.
std::span<const Filter> filters();

struct Verdict {
  Fit fit = Fit::kYes;
  const Filter* objector = nullptr;
  std::vector<std::string> reasons;
};
Verdict judge(const Attempt& attempt, const Place& place);

}  // namespace sluice::controllers::scheduler
