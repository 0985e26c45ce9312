// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

#include "base/clock.h"

namespace sluice {

// Sleeps by that clock.
inline void pause(Clock& clock, Duration duration) {
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  clock.wait_until(lock, never, clock.steady() + duration);
}

// Looks every 5 ms until `done` or until the time is up: false.
template <class Predicate>
bool wait_until(Duration timeout, Predicate done) {
  RealClock clock;
  const SteadyTime deadline = clock.steady() + timeout;
  while (!done()) {
    if (clock.steady() >= deadline) {
      return false;
    }
    pause(clock, std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace sluice
