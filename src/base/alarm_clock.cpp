// SPDX-License-Identifier: Apache-2.0
#include "base/alarm_clock.h"

#include "base/worker_pool.h"

namespace sluice {

AlarmClock::AlarmClock(Clock& clock) : clock_(clock) {
  thread_ = std::jthread([this] {
    name_this_thread("watch-alarms");
    run();
  });
}

AlarmClock::~AlarmClock() {
  {
    const std::scoped_lock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
}

AlarmClock::Ticket AlarmClock::set(SteadyTime when, std::function<void()> ring) {
  Ticket ticket;
  {
    const std::scoped_lock lock(mutex_);
    ticket = {when, ++last_};
    alarms_.emplace(ticket, std::move(ring));
  }
  changed_.notify_all();
  return ticket;
}

void AlarmClock::cancel(const Ticket& ticket) {
  const std::scoped_lock lock(mutex_);
  alarms_.erase(ticket);
}

// Rings with the lock held, so that cancel() can promise silence.
void AlarmClock::run() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    if (alarms_.empty()) {
      changed_.wait(lock);
      continue;
    }
    const auto first = alarms_.begin();
    if (clock_.steady() < first->first.first) {
      clock_.wait_until(lock, changed_, first->first.first);
      continue;
    }
    const auto ring = std::move(first->second);
    alarms_.erase(first);
    ring();
  }
}

}  // namespace sluice
