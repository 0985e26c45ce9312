// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

namespace sluice {

using Duration = std::chrono::nanoseconds;
using WallTime = std::chrono::system_clock::time_point;    // what people and Kubernetes see
using SteadyTime = std::chrono::steady_clock::time_point;  // what timers and deadlines use

// The only source of time. Code that waits takes a Clock so that its tests never sleep.
// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  virtual WallTime now() const = 0;
  virtual SteadyTime steady() const = 0;

  // Waits on `changed` until notified or until `deadline`; may wake early, so callers loop.
  // `lock` is held on entry and on return.
  virtual void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                          SteadyTime deadline) = 0;
};

// The machine's clock.
class RealClock final : public Clock {
 public:
  WallTime now() const override;
  SteadyTime steady() const override;
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                  SteadyTime deadline) override;
};

// A clock that stands still until a test advances it. Starts at 2030-01-01T00:00:00Z.
class FakeClock final : public Clock {
 public:
  FakeClock();
  WallTime now() const override;
  SteadyTime steady() const override;
  void wait_until(std::unique_lock<std::mutex>& lock, std::condition_variable& changed,
                  SteadyTime deadline) override;

  // Moves time forward and wakes every waiter whose deadline has passed.
  void advance(Duration by);

  // Blocks until at least `count` threads wait on this clock: the tested code is at rest.
  void await_waiters(std::size_t count);

 private:
  struct Waiter {
    const void* self;
    std::mutex* mutex;
    std::condition_variable* changed;
    SteadyTime deadline;
  };

  mutable std::mutex mutex_;
  std::condition_variable waiters_changed_;
  Duration elapsed_{0};
  std::vector<Waiter> waiters_;
};

}  // namespace sluice
