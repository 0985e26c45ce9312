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
  if (has_left) {
    return PoolAct::kSwitch;
  }
  if (!view.leaving) {
    return view.may_leave ? PoolAct::kLeave : PoolAct::kAwaitTurn;
  }
  const detach::Phase phase = view.leaving->progress.phase;
  const bool can_go_back = phase == detach::Phase::kDraining || phase == detach::Phase::kWaiting;
  return !view.may_go_on && can_go_back ? PoolAct::kGiveUp : PoolAct::kNothing;
}

}  // namespace sluice::agent
