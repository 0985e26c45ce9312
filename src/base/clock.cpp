// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <algorithm>

namespace sluice {

WallTime RealClock::now() const { return std::chrono::system_clock::now(); }

SteadyTime RealClock::steady() const { return std::chrono::steady_clock::now(); }

void RealClock::wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                           SteadyTime deadline) {
  if (deadline == SteadyTime::max()) {
    changed.wait(lock);  // wait_until(max) overflows in the library's clock conversion
  } else {
    changed.wait_until(lock, deadline);
  }
}

FakeClock::FakeClock() = default;

WallTime FakeClock::now() const {
  constexpr std::chrono::seconds kStart{1893456000};  // 2030-01-01T00:00:00Z
  const std::scoped_lock lock(mutex_);
  return WallTime(std::chrono::duration_cast<WallTime::duration>(kStart + elapsed_));
}

SteadyTime FakeClock::steady() const {
  const std::scoped_lock lock(mutex_);
  return SteadyTime(elapsed_);
}

void FakeClock::wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                           SteadyTime deadline) {
  {
    const std::scoped_lock own(mutex_);
    if (SteadyTime(elapsed_) >= deadline) {
      return;
    }
    waiters_.push_back(Waiter{lock.mutex(), &changed, deadline});
    waiters_changed_.notify_all();
  }
  changed.wait(lock);
  const std::scoped_lock own(mutex_);
  const auto mine = std::find_if(waiters_.begin(), waiters_.end(),
                                 [&](const Waiter& w) { return w.changed == &changed; });
  waiters_.erase(mine);
}

void FakeClock::advance(Duration by) {
  std::vector<Waiter> due;
  {
    const std::scoped_lock lock(mutex_);
    elapsed_ += by;
    std::copy_if(waiters_.begin(), waiters_.end(), std::back_inserter(due),
                 [&](const Waiter& w) { return w.deadline <= SteadyTime(elapsed_); });
  }
  for (const Waiter& waiter : due) {
    // Taking the waiter's mutex makes sure it has really gone to sleep before it is notified.
    const std::scoped_lock lock(*waiter.mutex);
    waiter.changed->notify_all();
  }
}

void FakeClock::await_waiters(std::size_t count) {
  std::unique_lock lock(mutex_);
  waiters_changed_.wait(lock, [&] { return waiters_.size() >= count; });
}

}  // namespace sluice
