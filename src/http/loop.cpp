// SPDX-License-Identifier: Apache-2.0
// ThreadSanitizer does not know fences and g++ warns of them; Asio's queues are locked besides.
#pragma GCC diagnostic ignored "-Wtsan"

#include "http/loop.h"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/post.hpp>

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/log.h"
#include "http/session.h"

namespace sluice::http {

namespace {

constexpr std::chrono::seconds kTick{1};
constexpr std::size_t kDeliveredAtOnce = 32;

void on_session_end(const std::exception_ptr& failure, const Result<void>& result) {
  CHECK(failure == nullptr);
  if (!result.has_value()) {
    log::debug("connection ended", {{"reason", result.error().message}});
  }
}

}  // namespace

Loop::~Loop() {
  CHECK(channels_.empty());
}

void Loop::start() {
  keep_running_.emplace(io_.get_executor());
  thread_ = std::jthread([this] {
    name_this_thread("http-io");
    io_.run();
  });
}

void Loop::adopt(UniqueFd fd) {
  asio::co_spawn(io_, serve_connection(*this, std::move(fd)), on_session_end);
}

void Loop::drain() {
  asio::post(io_, [this] {
    draining_ = true;
    for (Channel* channel : channels_) {
      channel->drain();
    }
    keep_running_.reset();
    if (channels_.empty()) {
      ticker_.cancel();
    }
  });
}

void Loop::join() {
  if (thread_.joinable()) {
    thread_.join();
  }
}

void Loop::enter(Channel& channel) {
  channels_.insert(&channel);
  if (!ticking_) {
    schedule_tick();
  }
}

void Loop::leave(Channel& channel) {
  channels_.erase(&channel);
  if (channels_.empty()) {
    ticker_.cancel();
  }
}

void Loop::schedule_tick() {
  ticking_ = true;
  ticker_.expires_after(kTick);
  ticker_.async_wait([this](const boost::system::error_code&) { on_tick(); });
}

void Loop::on_tick() {
  ticking_ = false;
  ++tick_;
  for (Channel* channel : channels_) {
    channel->on_tick(tick_);
  }
  if (!channels_.empty()) {
    schedule_tick();
  }
}

void Loop::deliver_soon(std::shared_ptr<Wakeup> wakeup) {
  const std::scoped_lock lock(woken_mutex_);
  woken_.push_back(std::move(wakeup));
  if (woken_.size() == 1) {
    asio::post(io_, [this] { deliver_some(); });
  }
}

void Loop::deliver_some() {
  std::vector<std::shared_ptr<Wakeup>> some;
  bool more = false;
  {
    const std::scoped_lock lock(woken_mutex_);
    const auto end =
        woken_.begin() + static_cast<std::ptrdiff_t>(std::min(woken_.size(), kDeliveredAtOnce));
    some.assign(std::make_move_iterator(woken_.begin()), std::make_move_iterator(end));
    woken_.erase(woken_.begin(), end);
    more = !woken_.empty();
  }
  for (const std::shared_ptr<Wakeup>& wakeup : some) {
    wakeup->deliver();
  }
  if (more) {  // behind what these wake-ups have set going, and what came in meanwhile
    asio::post(io_, [this] { deliver_some(); });
  }
}

void Wakeup::wake() {
  const std::scoped_lock lock(mutex_);
  if (channel_ == nullptr || posted_) {
    return;
  }
  posted_ = true;
  loop_.deliver_soon(shared_from_this());
}

void Wakeup::deliver() {
  Channel* channel = nullptr;
  {
    const std::scoped_lock lock(mutex_);
    posted_ = false;
    channel = channel_;
  }
  if (channel != nullptr) {
    channel->on_wakeup();
  }
}

void Wakeup::socket_readable() {
  if (channel_ != nullptr) {  // changes on this thread only
    channel_->on_readable();
  }
}

void Wakeup::socket_writable() {
  if (channel_ != nullptr) {
    channel_->on_writable();
  }
}

void Wakeup::disconnect() {
  const std::scoped_lock lock(mutex_);
  channel_ = nullptr;
}

}  // namespace sluice::http
