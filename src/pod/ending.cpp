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

void Ending::not_heard(SteadyTime now) {
  look_at_ = now + look_again_;
  look_again_ = std::min(2 * look_again_, kLookLast);
}

SteadyTime Ending::next() const {
  return !signalled_ ? force_ : look_at_ ? std::min(*look_at_, kill_at_) : kill_at_;
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
    look_at_.reset();
    return Step::kKill;
  }
  if (look_at_ && now >= *look_at_) {
    look_at_.reset();
    return Step::kLookAgain;
  }
  return Step::kWait;
}

}  // namespace sluice::pod
