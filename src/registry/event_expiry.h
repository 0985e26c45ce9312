// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "store/store.h"

namespace sluice::registry {

// Removes events that were not written for so long, as watchers see it: they are deleted. Nobody is
// asked, as nobody is upstream. Looks every few minutes, a page at a time, and reads only those
// that may be due. One thread, joined on destruction. The store and the clock must outlive it.
class EventExpiry {
 public:
  EventExpiry(store::Store& store, Clock& clock, Duration keep);
  ~EventExpiry();
  EventExpiry(const EventExpiry&) = delete;
  EventExpiry& operator=(const EventExpiry&) = delete;

 private:
  void run();
  Result<void> sweep();
  Result<void> remove_due(const std::vector<store::RecordPtr>& events, store::Revision fresh_after);
  store::Revision mark();

  // That at the time the store was at the revision.
  struct Mark {
    SteadyTime time;
    store::Revision revision;
  };

  store::Store& store_;
  Clock& clock_;
  const Duration keep_;
  std::deque<Mark> marks_;  // of the last looks, as far back as events are kept
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace sluice::registry
