// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"

namespace sluice::jobs {

// What needs somebody else's server is tried so often, ever more rarely: after 2, 4, 8 seconds and
// so on, at the most 10 minutes.
inline constexpr std::int64_t kMostAttempts = 12;

// When the next of so many attempts is due; long ago: there was none. `last`: when, as a status
// says it.
WallTime next_attempt_after(std::int64_t attempts, const std::string& last);

}  // namespace sluice::jobs
