// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/clock.h"

namespace sluice::runtime {

// Named threads that live and end together. run() and destruction by one thread, await by any.
// Whoever owns the group makes its threads end; the destructor only joins them.
class ThreadGroup {
 public:
  explicit ThreadGroup(Clock& clock) : clock_(clock) {}

  void run(const std::string& name, std::function<void()> body);

  // True when every thread has returned from its body, false when `deadline` came first.
  bool await(SteadyTime deadline);

 private:
  Clock& clock_;
  std::mutex mutex_;
  std::condition_variable ended_;
  std::size_t running_ = 0;
  std::vector<std::jthread> threads_;  // last, so that they are joined before the rest goes
};

}  // namespace sluice::runtime
