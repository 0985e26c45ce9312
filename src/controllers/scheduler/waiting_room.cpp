// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/waiting_room.h"

namespace sluice::controllers::scheduler {

void WaitingRoom::index(const api::Key& pod, Events events, bool waits) {
  for (std::size_t i = 0; i < by_event_.size(); ++i) {
    if ((events & (1U << i)) != 0) {
      waits ? void(by_event_[i].insert(pod)) : void(by_event_[i].erase(pod));
    }
  }
}

void WaitingRoom::enter(const api::Key& pod, Events helped_by, SteadyTime now) {
  Guest& guest = guests_[pod];
  index(pod, guest.helped_by, false);
  guest.helped_by = helped_by;
  guest.ready = now + kBackoff.after(++guest.attempts);
  index(pod, helped_by, true);
}

void WaitingRoom::leave(const api::Key& pod) {
  const auto found = guests_.find(pod);
  if (found != guests_.end()) {
    index(pod, found->second.helped_by, false);
    guests_.erase(found);
  }
}

std::vector<WaitingRoom::Caller> WaitingRoom::call(Events events, SteadyTime now) const {
  std::set<api::Key> called;
  for (std::size_t i = 0; i < by_event_.size(); ++i) {
    if ((events & (1U << i)) != 0) {
      called.insert(by_event_[i].begin(), by_event_[i].end());
    }
  }
  std::vector<Caller> result;
  for (const api::Key& pod : called) {
    result.push_back({pod, guests_.at(pod).ready - now});
  }
  return result;
}

std::optional<WaitingRoom::Caller> WaitingRoom::call(const api::Key& pod, Events events,
                                                     SteadyTime now) const {
  const auto found = guests_.find(pod);
  if (found == guests_.end() || (found->second.helped_by & events) == 0) {
    return std::nullopt;
  }
  return Caller{pod, found->second.ready - now};
}

}  // namespace sluice::controllers::scheduler
