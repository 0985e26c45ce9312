// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>

#include "base/clock.h"

namespace sluice {

// Looks every 5 ms until `done` or until the time is up: false.
template <class Predicate>
bool wait_until(Duration timeout, Predicate done) {
  RealClock clock;
  const SteadyTime deadline = clock.steady() + timeout;
  std::mutex mutex;
  std::condition_variable never;
  std::unique_lock lock(mutex);
  while (!done()) {
    if (clock.steady() >= deadline) {
      return false;
    }
    clock.wait_until(lock, never, clock.steady() + std::chrono::milliseconds(5));
  }
  return true;
}

}  // namespace sluice
