// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "base/clock.h"

namespace sluice::kubelet {

// When to look at a pod again: the shortest of the waits, of which none and those that are over
// say nothing, or when something is due. What is due may have come while it was found out that it
// had not: then at once, as nobody else brings it back.
inline std::optional<Duration> next_look_in(std::initializer_list<Duration> waits,
                                            std::optional<SteadyTime> due, SteadyTime now) {
  std::optional<Duration> soonest;
  if (due) {
    soonest = std::max(*due - now, Duration(std::chrono::milliseconds(1)));
  }
  for (const Duration wait : waits) {
    if (wait > Duration(0) && (!soonest || wait < *soonest)) {
      soonest = wait;
    }
  }
  return soonest;
}

}  // namespace sluice::kubelet
