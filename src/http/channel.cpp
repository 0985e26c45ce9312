// SPDX-License-Identifier: Apache-2.0
//
// Waiting is either on the socket (await_socket) or on a notice (await_notice). Both end early with
// an error when the connection is aborted at its deadline. Everything runs on the loop's thread;
// the only visitors from elsewhere come through Wakeup.
//
// ThreadSanitizer does not know fences and g++ warns of them; Asio's queues are locked besides.
#pragma GCC diagnostic ignored "-Wtsan"

#include "http/channel.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

// g++ 12 takes the coroutine frame's own operator delete for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace sluice::http {

namespace {

constexpr std::uint64_t kHandshakeSeconds = 10;
constexpr std::uint64_t kWriteSeconds = 30;
constexpr std::uint64_t kLingerSeconds = 5;
constexpr std::uint64_t kDrainSeconds = 5;
constexpr std::size_t kReadSize = 16 * 1024;

constexpr auto kNoThrow = asio::as_tuple(asio::use_awaitable);
using Wait = asio::posix::stream_descriptor::wait_type;

}  // namespace

Channel::Channel(Loop& loop, TlsSocket socket)
    : loop_(loop),
      socket_(std::move(socket)),
      descriptor_(loop.io()),
      notice_(loop.io(), asio::steady_timer::time_point::max()),
      wakeup_(std::make_shared<Wakeup>(this, loop)) {
  loop_.enter(*this);
}

Channel::~Channel() {
  wakeup_->disconnect();
  if (descriptor_.is_open()) {
    descriptor_.release();
  }
  loop_.leave(*this);
}

void Channel::abort() {
  aborted_ = true;
  boost::system::error_code ignored;
  descriptor_.cancel(ignored);
  notify();
}

void Channel::drain() {
  if (phase_ == Phase::kIdle) {
    abort();
    return;
  }
  if (phase_ == Phase::kMoving) {
    set_deadline(kDrainSeconds);
  }
  notify();
}

void Channel::on_tick(std::uint64_t tick) {
  if (deadline_ == 0 || tick < deadline_) {
    return;
  }
  if (missed_ == Missed::kAborts) {
    abort();
  } else {
    clear_deadline();
    notify();
  }
}

void Channel::notify() {
  noticed_ = true;
  notice_.cancel();
}

void Channel::on_wakeup() {
  if (reflex_ == nullptr || !reflex_()) {
    notify();
  }
}

void Channel::on_readable() {
  watching_read_ = false;
  notify();
}

void Channel::on_writable() {
  watching_write_ = false;
  notify();
}

void Channel::set_deadline(std::uint64_t seconds, Missed missed) {
  deadline_ = loop_.tick() + (loop_.draining() ? std::min(seconds, kDrainSeconds) : seconds) + 1;
  missed_ = missed;
}

Awaitable<void> Channel::await_socket(TlsSocket::Next next) {
  if (next == TlsSocket::Next::kClosed) {
    co_return closed_by_peer();
  }
  const auto what = next == TlsSocket::Next::kWaitWrite ? Wait::wait_write : Wait::wait_read;
  if (!aborted_) {
    auto waited = co_await descriptor_.async_wait(what, kNoThrow);
    static_cast<void>(waited);  // an error shows when the socket is used
  }
  if (aborted_) {
    co_return fail(Code::kTimeout, "given up by the server");
  }
  co_return Result<void>();
}

Awaitable<void> Channel::await_notice() {
  while (!noticed_ && !aborted_) {
    auto waited = co_await notice_.async_wait(kNoThrow);
    static_cast<void>(waited);  // cancelling it is the notice
  }
  noticed_ = false;
  if (aborted_) {
    co_return fail(Code::kTimeout, "given up by the server");
  }
  co_return Result<void>();
}

void Channel::watch_readable() {
  if (!watching_read_) {
    watching_read_ = true;
    descriptor_.async_wait(Wait::wait_read,
                           [wakeup = wakeup_](const auto&) { wakeup->socket_readable(); });
  }
}

void Channel::watch_writable() {
  if (!watching_write_) {
    watching_write_ = true;
    descriptor_.async_wait(Wait::wait_write,
                           [wakeup = wakeup_](const auto&) { wakeup->socket_writable(); });
  }
}

Awaitable<void> Channel::handshake() {
  boost::system::error_code failed;
  descriptor_.assign(socket_.fd(), failed);
  if (failed) {
    co_return fail(Code::kUnavailable, failed.message());
  }
  set_deadline(kHandshakeSeconds);
  while (true) {
    auto next = socket_.handshake();
    CO_TRY(next);
    if (*next == TlsSocket::Next::kDone) {
      peer_ = socket_.peer();
      co_return Result<void>();
    }
    auto waited = co_await await_socket(*next);
    CO_TRY(waited);
  }
}

// Not a coroutine: the buffer must not live in the frame of a connection that waits.
Result<TlsSocket::Next> Channel::receive() {
  char buffer[kReadSize];
  TRY_ASSIGN(const auto progress, socket_.read(buffer));
  input_.append(buffer, progress.bytes);
  peer_closed_ = peer_closed_ || progress.next == TlsSocket::Next::kClosed;
  return progress.next;
}

Awaitable<void> Channel::read_more(Expect expect) {
  if (expect == Expect::kLater && !socket_.has_pending()) {
    auto waited = co_await await_socket(TlsSocket::Next::kWaitRead);
    CO_TRY(waited);
  }
  while (true) {
    auto next = receive();
    CO_TRY(next);
    if (*next == TlsSocket::Next::kDone || peer_closed_) {
      co_return Result<void>();
    }
    auto waited = co_await await_socket(*next);
    CO_TRY(waited);
  }
}

Awaitable<void> Channel::write_all(std::string_view bytes) {
  while (!bytes.empty()) {
    set_deadline(kWriteSeconds);
    auto progress = socket_.write(bytes);
    CO_TRY(progress);
    if (progress->next == TlsSocket::Next::kDone) {
      bytes.remove_prefix(progress->bytes);
      continue;
    }
    auto waited = co_await await_socket(progress->next);
    CO_TRY(waited);
  }
  clear_deadline();
  co_return Result<void>();
}

Awaitable<void> Channel::linger() {
  set_deadline(kLingerSeconds);
  socket_.say_goodbye();
  while (!peer_closed_) {
    input_.clear();
    auto more = co_await read_more();
    CO_TRY(more);
  }
  co_return Result<void>();
}

}  // namespace sluice::http
