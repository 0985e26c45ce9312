// SPDX-License-Identifier: Apache-2.0
#include "agent/pool_decision.h"

#include <algorithm>

namespace sluice::agent {

bool Membership::is(const Membership& wanted) const {
  return pool == wanted.pool && std::all_of(says.begin(), says.end(), [&](const auto& one) {
           const auto other = wanted.says.find(one.first);
           return other != wanted.says.end() && other->second == one.second;
         });
}

PoolAct decide_pool(const PoolView& view) {
  if (view.now.pool.empty()) {
    return PoolAct::kSwitch;
  }
  if (view.leaving && !view.leaving->returns) {
    return PoolAct::kNothing;  // somebody else ordered that, for good
  }
  const bool has_left = view.leaving && view.leaving->progress.phase == detach::Phase::kDetached;
  if (view.now.is(view.wanted)) {
    return has_left ? PoolAct::kTakeBack : view.leaving ? PoolAct::kGiveUp : PoolAct::kNothing;
  }
  return has_left ? PoolAct::kSwitch : view.leaving ? PoolAct::kNothing : PoolAct::kLeave;
}

}  // namespace sluice::agent
