// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/clock.h"

namespace sluice {

// The earlier of two times, of which either may never come.
inline std::optional<SteadyTime> earlier(std::optional<SteadyTime> one,
                                         std::optional<SteadyTime> other) {
  return one && (!other || *one < *other) ? one : other;
}

}  // namespace sluice
