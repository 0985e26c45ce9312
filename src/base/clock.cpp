// SPDX-License-Identifier: Apache-2.0
#include "base/clock.h"

#include <algorithm>

namespace sluice {

WallTime RealClock::now() const {
  return std::chrono::system_clock::now();
}

SteadyTime RealClock::steady() const {
  return std::chrono::steady_clock::now();
}

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
  const char self = 0;  // its address tells this call from others on the same condition
  {
    const std::scoped_lock own(mutex_);
    if (SteadyTime(elapsed_) >= deadline) {
      return;
    }
    waiters_.push_back(Waiter{&self, lock.mutex(), &changed, deadline});
    waiters_changed_.notify_all();
  }
  changed.wait(lock);
  const std::scoped_lock own(mutex_);
  const auto mine = std::find_if(waiters_.begin(), waiters_.end(),
                                 [&](const Waiter& w) { return w.self == &self; });
  if (mine != waiters_.end()) {
    waiters_.erase(mine);
  }
}

void FakeClock::advance(Duration by) {
  std::vector<Waiter> due;
  {
    const std::scoped_lock lock(mutex_);
    elapsed_ += by;
    // They count as awake from here on, so that await_waiters() does not take them for at rest.
    const auto still_waiting =
        std::stable_partition(waiters_.begin(), waiters_.end(),
                              [&](const Waiter& w) { return w.deadline > SteadyTime(elapsed_); });
    due.assign(still_waiting, waiters_.end());
    waiters_.erase(still_waiting, waiters_.end());
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
