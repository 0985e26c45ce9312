// SPDX-License-Identifier: Apache-2.0
#include "pod/ending.h"

#include <algorithm>

namespace sluice::pod {

void Ending::hasten(SteadyTime now, Duration grace) {
  force_ = std::min(force_, now + grace);
  gentle_ = gentle_ && grace > Duration(0);
  if (signalled_) {
    kill_at_ = std::min(kill_at_, now + grace);
  }
}

Ending::Step Ending::step(SteadyTime now) {
  const bool waits = (hook_open_ || !turn_) && now < force_;
  if (!signalled_ && !waits) {
    signalled_ = true;
    kill_at_ = gentle_ ? std::max(force_, now + kLeast) : now;
    return Step::kSignal;
  }
  if (signalled_ && now >= kill_at_) {
    kill_at_ = now + kKillAgain;
    return Step::kKill;
  }
  return Step::kWait;
}

}  // namespace sluice::pod
