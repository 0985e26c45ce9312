// SPDX-License-Identifier: Apache-2.0
//
// The life of a connection: handshake -> (read request -> handle on a worker -> write answer)* ->
// goodbye. An answer may be a stream: then the session alternates between polling it and waiting
// for its wake-up, the peer's disappearance or the server's stop. Or it grants an upgrade, the last
// thing to happen on the connection (session_upgrade.cpp). Everything here runs on the loop's
// thread; the only visitors from elsewhere come through Wakeup.
//
// Waiting is either on the socket (await_socket) or on a notice (await_notice). Both end early with
// an error when the loop aborts the session at its deadline.
//
// ThreadSanitizer does not know fences and g++ warns of them; Asio's queues are locked besides.
#pragma GCC diagnostic ignored "-Wtsan"

#include "http/session.h"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <algorithm>
#include <utility>

// g++ 12 takes the coroutine frame's own operator delete for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace sluice::http {

namespace {

constexpr std::uint64_t kHandshakeSeconds = 10;
constexpr std::uint64_t kIdleSeconds = 180;
constexpr std::uint64_t kReadSeconds = 30;
constexpr std::uint64_t kWriteSeconds = 30;
constexpr std::uint64_t kDrainSeconds = 5;
constexpr std::size_t kReadSize = 16 * 1024;

constexpr auto kNoThrow = asio::as_tuple(asio::use_awaitable);

tl::unexpected<Error> closed() {
  return fail(Code::kCancelled, "closed by the peer");
}

}  // namespace

Awaitable<void> serve_connection(Loop& loop, UniqueFd fd) {
  auto socket = TlsSocket::accepted(loop.service().tls.get(), std::move(fd));
  CO_TRY(socket);
  Session session(loop, std::move(*socket));
  auto result = co_await session.run();
  co_return result;
}

Session::Session(Loop& loop, TlsSocket socket)
    : loop_(loop),
      socket_(std::move(socket)),
      descriptor_(loop.io()),
      notice_(loop.io(), asio::steady_timer::time_point::max()),
      wakeup_(std::make_shared<Wakeup>(this, loop.io())) {
  loop_.enter(*this);
}

Session::~Session() {
  wakeup_->disconnect();
  if (descriptor_.is_open()) {
    descriptor_.release();
  }
  loop_.leave(*this);
}

void Session::abort() {
  aborted_ = true;
  boost::system::error_code ignored;
  descriptor_.cancel(ignored);
  notify();
}

void Session::drain() {
  keep_alive_ = false;
  if (phase_ == Phase::kIdle) {
    abort();
    return;
  }
  if (phase_ != Phase::kHandling) {
    set_deadline(kDrainSeconds);
  }
  notify();
}

void Session::notify() {
  noticed_ = true;
  notice_.cancel();
}

void Session::on_readable() {
  watching_ = false;
  notify();
}

void Session::on_writable() {
  watching_writable_ = false;
  notify();
}

void Session::set_deadline(std::uint64_t seconds) {
  deadline_ = loop_.tick() + (loop_.draining() ? std::min(seconds, kDrainSeconds) : seconds) + 1;
}

Awaitable<void> Session::await_socket(TlsSocket::Next next) {
  if (next == TlsSocket::Next::kClosed) {
    co_return closed();
  }
  const auto what = next == TlsSocket::Next::kWaitWrite ? asio::posix::stream_descriptor::wait_write
                                                        : asio::posix::stream_descriptor::wait_read;
  if (!aborted_) {
    auto waited = co_await descriptor_.async_wait(what, kNoThrow);
    static_cast<void>(waited);  // an error shows when the socket is used
  }
  if (aborted_) {
    co_return fail(Code::kTimeout, "given up by the server");
  }
  co_return Result<void>();
}

Awaitable<void> Session::await_notice() {
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

Awaitable<void> Session::run() {
  boost::system::error_code failed;
  descriptor_.assign(socket_.fd(), failed);
  if (failed) {
    co_return fail(Code::kUnavailable, failed.message());
  }
  auto ready = co_await handshake();
  CO_TRY(ready);
  peer_ = socket_.peer();
  while (keep_alive_ && !loop_.draining()) {
    MessageParser parser(MessageParser::Kind::kRequest, {.body = loop_.service().max_body});
    auto complete = co_await read_request(parser);
    CO_TRY(complete);
    if (!*complete) {
      break;
    }
    auto answered = co_await answer(parser);
    CO_TRY(answered);
  }
  socket_.say_goodbye();
  co_return Result<void>();
}

Awaitable<void> Session::handshake() {
  set_deadline(kHandshakeSeconds);
  while (true) {
    auto next = socket_.handshake();
    CO_TRY(next);
    if (*next == TlsSocket::Next::kDone) {
      co_return Result<void>();
    }
    auto waited = co_await await_socket(*next);
    CO_TRY(waited);
  }
}

// True: `parser` holds a whole request. False: the peer has been answered or left between requests.
Awaitable<bool> Session::read_request(MessageParser& parser) {
  bool continued = false;
  set_deadline(kIdleSeconds);
  phase_ = Phase::kIdle;
  while (true) {
    auto used = parser.feed(input_);
    if (!used) {
      std::string why = std::move(used).error().message;
      auto refused = co_await refuse(parser.refusal(), std::move(why));
      CO_TRY(refused);
      co_return false;
    }
    input_.erase(0, *used);
    if (parser.done()) {
      if (input_.empty()) {
        std::string().swap(input_);  // an idle connection keeps no buffer
      }
      co_return true;
    }
    auto sent = co_await send_continue(parser, continued);
    CO_TRY(sent);
    const bool head_before = parser.head_done();
    if (parser.started() && phase_ == Phase::kIdle) {
      phase_ = Phase::kReading;
      set_deadline(kReadSeconds);
    }
    auto more = co_await read_more();
    CO_TRY(more);
    if (peer_closed_) {
      co_return false;
    }
    if (head_before) {
      set_deadline(kReadSeconds);  // a body may take longer, as long as it moves
    }
  }
}

Awaitable<void> Session::send_continue(MessageParser& parser, bool& sent) {
  if (sent || !parser.head_done() || !parser.expects_continue()) {
    co_return Result<void>();
  }
  sent = true;
  auto written = co_await write_all("HTTP/1.1 100 Continue\r\n\r\n");
  co_return written;
}

Awaitable<void> Session::read_more() {
  while (true) {
    auto next = receive();
    CO_TRY(next);
    if (*next == TlsSocket::Next::kDone) {
      co_return Result<void>();
    }
    if (*next == TlsSocket::Next::kClosed) {
      peer_closed_ = true;
      co_return Result<void>();
    }
    auto waited = co_await await_socket(*next);
    CO_TRY(waited);
  }
}

// Not a coroutine: the buffer must not live in the frame of a connection that waits.
Result<TlsSocket::Next> Session::receive() {
  char buffer[kReadSize];
  TRY_ASSIGN(const auto progress, socket_.read(buffer));
  input_.append(buffer, progress.bytes);
  return progress.next;
}

Awaitable<void> Session::write_all(std::string_view bytes) {
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

}  // namespace sluice::http
