// SPDX-License-Identifier: Apache-2.0
#include "pod/prober.h"

#include <algorithm>

namespace sluice::pod {

void Prober::began(SteadyTime now) {
  began_ = now;
  due_.reset();
}

void Prober::ended(Outcome outcome, SteadyTime now) {
  due_ = std::max(now, began_ + std::chrono::seconds(spec_->period_seconds));
  if (outcome == Outcome::kError) {
    return;
  }
  const bool good = outcome != Outcome::kFailure;
  in_a_row_ = in_a_row_ > 0 && good == last_good_ ? in_a_row_ + 1 : 1;
  last_good_ = good;
  if (in_a_row_ >= (good ? spec_->success_threshold : spec_->failure_threshold)) {
    verdict_ = good ? Verdict::kSuccess : Verdict::kFailure;
  }
}

}  // namespace sluice::pod
