// SPDX-License-Identifier: Apache-2.0
#include "base/poll_timeout.h"

#include <algorithm>
#include <limits>

namespace sluice {

int poll_timeout(SteadyTime time, const Clock& clock) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(time - clock.steady()).count();
  return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
}

}  // namespace sluice
