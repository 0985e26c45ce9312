// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "base/clock.h"
#include "controllers/scheduler/filters.h"
#include "runtime/backoff.h"

namespace sluice::controllers::scheduler {

// The pods that fit nowhere, by what may help them: an event costs only those it may help, and a
// pod that was tried in vain again and again is tried less and less often. Not thread-safe.
class WaitingRoom {
 public:
  struct Caller {
    api::Key pod;
    Duration after{0};  // then its back-off is over; not positive: it is
  };

  // The pod was tried in vain at `now`.
  void enter(const api::Key& pod, Events helped_by, SteadyTime now);
  void leave(const api::Key& pod);  // and all that was in vain is forgotten

  // Who should be tried again.
  std::vector<Caller> call(Events events, SteadyTime now) const;
  std::optional<Caller> call(const api::Key& pod, Events events, SteadyTime now) const;

 private:
  struct Guest {
    Events helped_by = 0;
    unsigned attempts = 0;
    SteadyTime ready{};  // not before
  };
  void index(const api::Key& pod, Events events, bool waits);

  static constexpr runtime::BackoffLimits kBackoff{.first = std::chrono::milliseconds(50),
                                                   .limit = std::chrono::seconds(10)};
  std::map<api::Key, Guest> guests_;
  std::array<std::set<api::Key>, event::kCount> by_event_;
};

}  // namespace sluice::controllers::scheduler
