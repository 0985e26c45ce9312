// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "runtime/runnable.h"

namespace sluice::runtime {

// Starts the parts of the program in the order they were added and stops them in reverse. Does not
// own them; they must outlive it. add() and start() by one thread, stop() by any.
class Manager {
 public:
  explicit Manager(Clock& clock) : clock_(clock) {}

  void add(Runnable& runnable) { runnables_.push_back(&runnable); }

  // Stops what already runs and returns the error when a part does not start. Cancelled when
  // stop() came meanwhile.
  Result<void> start();

  // All parts have `within` together. Timeout names those still working then: the caller cannot
  // destroy them and should end the process.
  Result<void> stop(Duration within);

 private:
  Clock& clock_;
  std::vector<Runnable*> runnables_;
  std::mutex mutex_;
  std::size_t started_ = 0;  // the first so many run, or are being started
  bool stopping_ = false;
};

}  // namespace sluice::runtime
