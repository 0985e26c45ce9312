// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>

#include "api/meta.h"
#include "base/clock.h"

namespace sluice::machines {

// Since when agents, by their Machines, do not answer. Thread-safe.
class Silences {
 public:
  explicit Silences(const Clock& clock) : clock_(clock) {}

  void heard(const api::Key& machine) {
    const std::scoped_lock lock(mutex_);
    since_.erase(machine);
  }

  // What happened while nobody asked is not known: a new silence begins.
  void missed(const api::Key& machine) {
    const std::scoped_lock lock(mutex_);
    const SteadyTime now = clock_.steady();
    const auto [silence, is_new] = since_.try_emplace(machine, Silence{now, now});
    if (now - silence->second.last >= kUnasked) {
      silence->second.since = now;
    }
    silence->second.last = now;
  }

  // Whether it has been silent for so long that it may be gone.
  bool last(const api::Key& machine) const {
    const std::scoped_lock lock(mutex_);
    const auto found = since_.find(machine);
    return found != since_.end() && clock_.steady() - found->second.since >= kLong;
  }

 private:
  static constexpr Duration kLong = std::chrono::minutes(1);
  static constexpr Duration kUnasked = std::chrono::minutes(2);
  struct Silence {
    SteadyTime since;
    SteadyTime last;
  };

  const Clock& clock_;
  mutable std::mutex mutex_;  // guards what follows
  std::map<api::Key, Silence> since_;
};

}  // namespace sluice::machines
