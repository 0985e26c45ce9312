// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <type_traits>

#include "base/clock.h"

namespace sluice {

// The earlier of two times, of which either may never come.
template <class Time = SteadyTime>
std::optional<Time> earlier(std::type_identity_t<std::optional<Time>> one,
                            std::type_identity_t<std::optional<Time>> other) {
  return one && (!other || *one < *other) ? one : other;
}

}  // namespace sluice
