// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "base/clock.h"
#include "store/store.h"

namespace sluice::store {

// Forgets history at a steady pace: twice in every `interval` the store is compacted to the
// revision it had one interval before, so that any snapshot or watch start stays good for at least
// that long and at most half as long again. Each time it writes a key of its own: a snapshot
// expires when the store has moved on, and this way an idle store does. One thread, joined on
// destruction. The store and the clock must outlive it.
class Compactor {
 public:
  Compactor(Store& store, Clock& clock, Duration interval = std::chrono::minutes(5));
  ~Compactor();
  Compactor(const Compactor&) = delete;
  Compactor& operator=(const Compactor&) = delete;

 private:
  void run();

  Store& store_;
  Clock& clock_;
  const Duration interval_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace sluice::store
