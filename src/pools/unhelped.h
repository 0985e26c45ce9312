// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/clock.h"
#include "json/value.h"
#include "pools/decision.h"
#include "pools/node_pool.h"

namespace sluice::pools {

// Work that goes on waiting beside idle machines which could hold it: they do not help it, whatever
// the reason. After the cooldown it does not count for that member any more, so that it keeps no
// machines from others and fetches none; after a day it is tried again. Since when it is so is in
// the status of the NodePool. Pure.

// Says of each member what it has not helped.
void leave_out_unhelped(Pool& pool, const json::Value& object, WallTime now);

// What the status is to say from now on, after a look at the members.
json::Array beside_idle(const json::Value& object, const Pool& pool,
                        const std::vector<MemberNow>& members, WallTime now);

}  // namespace sluice::pools
