// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "apiserver/event_writer.h"
#include "base/alarm_clock.h"
#include "base/clock.h"
#include "http/message.h"
#include "registry/watch.h"

namespace sluice::apiserver {

// A registry watch as the body of a response: event after event, a bookmark each minute when asked
// for, the end when its time is over. Pulled by one connection; clock and alarms outlive it.
class WatchStream final : public http::Stream {
 public:
  struct Timing {
    Duration timeout;
    bool bookmarks = false;
  };

  WatchStream(std::unique_ptr<registry::Watch> watch, EventWriter writer, Timing timing,
              Clock& clock, AlarmClock& alarms);
  ~WatchStream() override;

  State poll(std::string& chunk) override;
  void set_ready(std::function<void()> ready) override;

 private:
  State poll_timers(std::string& chunk);
  State write_event(const registry::Event& event, std::string& chunk);
  State end_with(const Error& error, std::string& chunk);
  void set_alarm();

  std::unique_ptr<registry::Watch> watch_;
  EventWriter writer_;
  const bool bookmarks_;
  Clock& clock_;
  AlarmClock& alarms_;
  const SteadyTime end_;
  SteadyTime next_bookmark_;
  std::function<void()> ready_;
  AlarmClock::Ticket alarm_{};
  bool ended_ = false;
};

}  // namespace sluice::apiserver
