// SPDX-License-Identifier: Apache-2.0
//
// A connection after 101: bytes flow both ways independently, so that a peer that does not read for
// a while can still send, and the other way round. Nothing is buffered beyond one chunk of output
// and one read of input: who is slow slows the other side down.
//
// ThreadSanitizer does not know fences and g++ warns of them; Asio's queues are locked besides.
#pragma GCC diagnostic ignored "-Wtsan"

#include <boost/asio/use_awaitable.hpp>

#include <utility>

#include "http/session.h"

// g++ 12 takes the coroutine frame's own operator delete for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace sluice::http {

struct Session::UpgradeFlow {
  Upgrade& upgrade;
  std::string output;                                // being written
  Stream::State state = Stream::State::kData;        // what the last poll said
  TlsSocket::Next blocked = TlsSocket::Next::kDone;  // what the last write waits for
  bool end_taken = false;

  bool over() const { return state == Stream::State::kEnd && output.empty(); }
};

Awaitable<void> Session::run_upgrade(Response response) {
  keep_alive_ = false;
  response.status = 101;
  UpgradeFlow flow{.upgrade = *response.upgrade,
                   .output = response_head(response, Framing::kUntilClose, true)};
  flow.upgrade.set_ready([wakeup = channel_.wakeup()] { wakeup->wake(); });
  while (!flow.over() && !loop_.draining()) {
    auto written = move_output(flow);
    CO_TRY(written);
    auto received = move_input(flow);
    CO_TRY(received);
    if (!*written && !*received && !flow.over()) {
      auto waited = co_await await_flow(flow);
      CO_TRY(waited);
    }
  }
  auto lingered = co_await channel_.linger();
  co_return lingered;
}

// True: something was written, or there is something new to write.
Result<bool> Session::move_output(UpgradeFlow& flow) {
  flow.blocked = TlsSocket::Next::kDone;
  if (flow.output.empty()) {
    if (flow.state != Stream::State::kEnd) {
      flow.state = flow.upgrade.poll(flow.output);
    }
    return !flow.output.empty();
  }
  TRY_ASSIGN(const auto progress, channel_.socket().write(flow.output));
  if (progress.next == TlsSocket::Next::kClosed) {
    return closed_by_peer();
  }
  flow.blocked = progress.next;
  flow.output.erase(0, progress.bytes);
  return progress.bytes > 0;
}

// True: something was received or taken.
Result<bool> Session::move_input(UpgradeFlow& flow) {
  if (!channel_.input().empty()) {
    const std::size_t taken = flow.upgrade.take(channel_.input());
    channel_.input().erase(0, taken);
    return taken > 0;
  }
  if (channel_.peer_closed()) {
    if (!std::exchange(flow.end_taken, true)) {
      flow.upgrade.take_end();
      return true;
    }
    return false;
  }
  if (channel_.watching_readable()) {
    return false;
  }
  TRY_ASSIGN(const auto next, channel_.receive());
  return next == TlsSocket::Next::kClosed || next == TlsSocket::Next::kDone;
}

Awaitable<void> Session::await_flow(UpgradeFlow& flow) {
  channel_.set_phase(Channel::Phase::kMoving);
  channel_.clear_deadline();
  const bool reading = channel_.input().empty() && !channel_.peer_closed();
  if (reading || flow.blocked == TlsSocket::Next::kWaitRead) {
    channel_.watch_readable();
  }
  if (flow.blocked == TlsSocket::Next::kWaitWrite) {
    channel_.watch_writable();
  }
  auto noticed = co_await channel_.await_notice();
  co_return noticed;
}

}  // namespace sluice::http
