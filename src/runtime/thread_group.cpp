// SPDX-License-Identifier: Apache-2.0
#include "runtime/thread_group.h"

#include <utility>

#include "base/worker_pool.h"

namespace sluice::runtime {

void ThreadGroup::run(const std::string& name, std::function<void()> body) {
  {
    const std::scoped_lock lock(mutex_);
    ++running_;
  }
  // noexcept: an exception that reaches a thread's entry is a bug and ends the program loudly.
  threads_.emplace_back([this, name, body = std::move(body)]() noexcept {
    name_this_thread(name);
    body();
    const std::scoped_lock lock(mutex_);
    --running_;
    ended_.notify_all();
  });
}

bool ThreadGroup::await(SteadyTime deadline) {
  std::unique_lock lock(mutex_);
  while (running_ > 0 && clock_.steady() < deadline) {
    clock_.wait_until(lock, ended_, deadline);
  }
  return running_ == 0;
}

}  // namespace sluice::runtime
