// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "pools/node_pool.h"

namespace sluice::pools {

// A member as it is.
struct MemberNow {
  std::int64_t replicas = 0;       // asked for
  std::int64_t present = 0;        // have come, whether they work or not
  std::int64_t ready = 0;          // of these take work
  std::int64_t idle = 0;           // of these have none
  std::int64_t waiting = 0;        // jobs or pods
  std::int64_t needed = 0;         // machines that would hold all that waits
  std::string unknown = {};        // why nothing can be said about it; empty: all is known
  std::vector<std::string> notes;  // what else people should know
  std::vector<std::string> idle_nodes = {};  // which go first when there shall be fewer
  std::set<std::string> beside = {};         // kin of what waits although idle ones could hold it
};

struct ScaleChange {
  std::size_t member = 0;
  std::int64_t from = 0;
  std::int64_t to = 0;
  std::string why;
};

struct Decision {
  std::vector<ScaleChange> changes;      // of members that get fewer first
  std::vector<std::string> explanation;  // a line for each member, and what else was considered
  bool wants_more = false;               // somebody needs machines and gets none
  bool for_work = false;                 // something moves for what waits: the cooldown begins anew
  std::optional<WallTime> look_again;    // then it may be another one without any news
};

// What to do about the pool:
//
//   limits     a member with fewer or more machines than it may have gets or gives some at once
//   work       each machine that is free goes to the member that needs one and has fewest for its
//              weight: first those that no member has, then idle ones of members which need none
//
// Machines with work are never moved for others' work, and nothing of a member that changes or that
// cannot be seen. After a move for work there is none for the cooldown. Pure.
Decision decide(const Pool& pool, const std::vector<MemberNow>& now, WallTime time,
                std::optional<WallTime> last_move);

}  // namespace sluice::pools
