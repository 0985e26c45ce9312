// SPDX-License-Identifier: Apache-2.0
//
// The life of a connection: handshake -> (read request -> handle on a worker -> write answer)* ->
// goodbye. An answer may be a stream: then the session alternates between polling it and waiting
// for its wake-up, the peer's disappearance or the server's stop. Or it grants an upgrade, the last
// thing to happen on the connection (session_upgrade.cpp).
//
// ThreadSanitizer does not know fences and g++ warns of them; Asio's queues are locked besides.
#pragma GCC diagnostic ignored "-Wtsan"

#include "http/session.h"

#include <utility>

#include "http/http2_session.h"

// g++ 12 takes the coroutine frame's own operator delete for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace sluice::http {

namespace {

constexpr std::uint64_t kIdleSeconds = 180;
constexpr std::uint64_t kReadSeconds = 30;

}  // namespace

Awaitable<void> serve_connection(Loop& loop, UniqueFd fd) {
  const SslContextPtr tls = loop.service().tls.current();
  auto socket = TlsSocket::accepted(tls.get(), std::move(fd));
  CO_TRY(socket);
  Channel channel(loop, std::move(*socket));
  auto ready = co_await channel.handshake();
  CO_TRY(ready);
  if (channel.socket().protocol() == "h2") {
    Http2Session session(channel);
    auto result = co_await session.run();
    co_return result;
  }
  Session session(channel);
  auto result = co_await session.run();
  co_return result;
}

Awaitable<void> Session::run() {
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
  channel_.socket().say_goodbye();
  co_return Result<void>();
}

// True: `parser` holds a whole request. False: the peer has been answered or left between requests.
Awaitable<bool> Session::read_request(MessageParser& parser) {
  bool continued = false;
  channel_.set_deadline(kIdleSeconds);
  channel_.set_phase(Channel::Phase::kIdle);
  std::string& input = channel_.input();
  while (true) {
    auto used = parser.feed(input);
    if (!used) {
      std::string why = std::move(used).error().message;
      auto refused = co_await refuse(parser.refusal(), std::move(why));
      CO_TRY(refused);
      co_return false;
    }
    input.erase(0, *used);
    if (parser.done()) {
      if (input.empty()) {
        std::string().swap(input);  // an idle connection keeps no buffer
      }
      co_return true;
    }
    auto sent = co_await send_continue(parser, continued);
    CO_TRY(sent);
    const bool head_before = parser.head_done();
    if (parser.started() && channel_.phase() == Channel::Phase::kIdle) {
      channel_.set_phase(Channel::Phase::kMoving);
      channel_.set_deadline(kReadSeconds);
    }
    const auto expect = parser.started() ? Channel::Expect::kNow : Channel::Expect::kLater;
    auto more = co_await channel_.read_more(expect);
    CO_TRY(more);
    if (channel_.peer_closed()) {
      co_return false;
    }
    if (head_before) {
      channel_.set_deadline(kReadSeconds);  // a body may take longer, as long as it moves
    }
  }
}

Awaitable<void> Session::send_continue(MessageParser& parser, bool& sent) {
  if (sent || !parser.head_done() || !parser.expects_continue()) {
    co_return Result<void>();
  }
  sent = true;
  auto written = co_await channel_.write_all("HTTP/1.1 100 Continue\r\n\r\n");
  co_return written;
}

}  // namespace sluice::http
