// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <limits>

#include "base/clock.h"

namespace sluice::registry {

// Work that follows from a state that many change: by one caller at a time, who does it again for
// those that came meanwhile. They do not wait. Thread-safe; the work itself may come back here.
class FollowUp {
 public:
  template <class Work>
  void run(Work work) {
    due_ = true;
    while (due_) {
      if (running_.exchange(true)) {
        return;
      }
      due_ = false;
      work();
      running_ = false;
    }
  }

 private:
  std::atomic<bool> due_ = false;
  std::atomic<bool> running_ = false;
};

// When to try again what failed: the first who asks from then on is to do it. Thread-safe.
class RetryTime {
 public:
  static constexpr std::chrono::seconds kPause{5};

  void set(SteadyTime when) { at_ = when.time_since_epoch().count(); }

  bool is_set() const { return at_ != kNever; }

  bool take(SteadyTime now) {
    SteadyTime::rep at = at_;
    return at != kNever && now.time_since_epoch().count() >= at &&
           at_.compare_exchange_strong(at, kNever);
  }

 private:
  static constexpr SteadyTime::rep kNever = std::numeric_limits<SteadyTime::rep>::max();

  std::atomic<SteadyTime::rep> at_ = kNever;
};

}  // namespace sluice::registry
