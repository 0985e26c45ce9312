// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <thread>
#include <utility>

#include "base/clock.h"

namespace sluice {

// Calls back at given times, for any number of streams with one thread. Thread-safe.
class AlarmClock {
 public:
  explicit AlarmClock(Clock& clock);
  ~AlarmClock();
  AlarmClock(const AlarmClock&) = delete;
  AlarmClock& operator=(const AlarmClock&) = delete;

  // Names one alarm; a default one names none.
  using Ticket = std::pair<SteadyTime, std::uint64_t>;

  // `ring` must be quick and must not call back into this clock.
  Ticket set(SteadyTime when, std::function<void()> ring);

  // After this returns, the alarm does not ring and is not ringing.
  void cancel(const Ticket& ticket);

 private:
  void run();

  Clock& clock_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t last_ = 0;
  bool stopping_ = false;
  std::map<Ticket, std::function<void()>> alarms_;
  std::jthread thread_;
};

}  // namespace sluice
