// SPDX-License-Identifier: Apache-2.0
#include "apiserver/watch_stream.h"

#include <algorithm>

namespace sluice::apiserver {

namespace {

constexpr std::chrono::minutes kBookmarkInterval{1};

}  // namespace

WatchStream::WatchStream(std::unique_ptr<registry::Watch> watch, EventWriter writer, Timing timing,
                         Clock& clock, AlarmClock& alarms)
    : watch_(std::move(watch)),
      writer_(std::move(writer)),
      bookmarks_(timing.bookmarks),
      clock_(clock),
      alarms_(alarms),
      end_(clock.steady() + timing.timeout),
      next_bookmark_(clock.steady() + kBookmarkInterval) {}

WatchStream::~WatchStream() {
  alarms_.cancel(alarm_);
}

void WatchStream::set_ready(std::function<void()> ready) {
  ready_ = ready;
  watch_->set_ready(std::move(ready), registry::Watch::Call::kSoon);
  set_alarm();
}

void WatchStream::set_alarm() {
  alarms_.cancel(alarm_);
  alarm_ = alarms_.set(bookmarks_ ? std::min(end_, next_bookmark_) : end_, ready_);
}

http::Stream::State WatchStream::poll(std::string& chunk) {
  if (ended_) {
    return State::kEnd;
  }
  const auto event = watch_->try_next();
  if (!event) {
    return end_with(event.error(), chunk);
  }
  return *event ? write_event(**event, chunk) : poll_timers(chunk);
}

http::Stream::State WatchStream::poll_timers(std::string& chunk) {
  const SteadyTime now = clock_.steady();
  const bool over = now >= end_;
  if (!over && (!bookmarks_ || now < next_bookmark_)) {
    return State::kPending;
  }
  ended_ = over;
  next_bookmark_ = now + kBookmarkInterval;
  if (!over) {
    set_alarm();
  }
  // The last one spares the client events it has seen when it watches again.
  const auto bookmark = bookmarks_ ? watch_->bookmark() : std::nullopt;
  if (bookmark) {
    return write_event(*bookmark, chunk);
  }
  return over ? State::kEnd : State::kPending;
}

http::Stream::State WatchStream::write_event(const registry::Event& event, std::string& chunk) {
  auto bytes = writer_.event(event);
  if (!bytes) {
    return end_with(bytes.error(), chunk);
  }
  chunk = std::move(*bytes);
  return State::kData;
}

http::Stream::State WatchStream::end_with(const Error& error, std::string& chunk) {
  ended_ = true;
  if (error.code == Code::kCancelled) {
    return State::kEnd;
  }
  chunk = writer_.error(error);
  return State::kData;
}

}  // namespace sluice::apiserver
