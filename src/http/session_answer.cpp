// SPDX-License-Identifier: Apache-2.0
//
// The second half of a session: a request is handled on a worker, then its answer or stream is
// written; a small answer by the worker already. See session.cpp.
//
// ThreadSanitizer does not know fences and g++ warns of them; Asio's queues are locked besides.
#pragma GCC diagnostic ignored "-Wtsan"

#include <boost/asio/use_awaitable.hpp>

#include <string_view>
#include <utility>

#include "http/exchange.h"
#include "http/session.h"

// g++ 12 takes the coroutine frame's own operator delete for a mismatch.
#pragma GCC diagnostic ignored "-Wmismatched-new-delete"

namespace sluice::http {

namespace {

constexpr std::size_t kWriteBatch = 16 * 1024;
constexpr std::size_t kMaxScratch = 256 * 1024;
constexpr std::size_t kMaxAhead = 64 * 1024;  // input accepted while a stream runs

// What the socket did not take without waiting.
Result<std::string_view> left_after_sending(TlsSocket& socket, std::string_view bytes) {
  while (!bytes.empty()) {
    TRY_ASSIGN(const auto progress, socket.write(bytes));
    if (progress.next != TlsSocket::Next::kDone) {
      break;
    }
    bytes.remove_prefix(progress.bytes);
  }
  return bytes;
}

}  // namespace

Awaitable<void> Session::refuse(int status, std::string message) {
  keep_alive_ = false;
  Response response = channel_.service().refuse(status, std::move(message));
  auto sent = co_await send(std::move(response), false);
  CO_TRY(sent);
  auto lingered = co_await channel_.linger();
  co_return lingered;
}

Awaitable<void> Session::answer(MessageParser& parser) {
  keep_alive_ = keep_alive_ && parser.keep_alive();
  auto target = parse_target(parser.target());
  if (!target) {
    std::string why = std::move(target).error().message;
    auto refused = co_await refuse(400, std::move(why));
    co_return refused;
  }
  Request request{.method = parser.method(),
                  .target = std::move(*target),
                  .headers = std::move(parser.headers()),
                  .body = std::move(parser.body()),
                  .peer = channel_.peer()};
  const bool head_only = parser.method() == "HEAD";
  auto response = co_await handle(std::move(request), head_only);
  CO_TRY(response);
  if (response->upgrade != nullptr) {
    auto upgraded = co_await run_upgrade(std::move(*response));
    co_return upgraded;
  }
  if (response->stream != nullptr && !head_only) {
    auto streamed = co_await send_stream(std::move(*response), !parser.is_http_1_0());
    co_return streamed;
  }
  auto sent = co_await send(std::move(*response), head_only);
  co_return sent;
}

Awaitable<Response> Session::handle(Request request, bool head_only) {
  channel_.set_phase(Channel::Phase::kHandling);
  channel_.clear_deadline();
  unsent_.reset();
  const auto exchange =
      begin_exchange(channel_, std::move(request),
                     [this, head_only](Response& response) { send_at_once(response, head_only); });
  while (!exchange->done) {
    auto noticed = co_await channel_.await_notice();
    CO_TRY(noticed);
  }
  co_return std::move(exchange->response);
}

// On the thread that made the answer: what the socket takes of a small one is sent from there, for
// it takes as long to wake the connection's thread, which has only to read on then. That one waits
// in handle() meanwhile and touches nothing.
void Session::send_at_once(Response& response, bool head_only) {
  const bool small = head_only || response.body.size() <= kWriteBatch;
  if (!small || response.stream != nullptr || response.upgrade != nullptr) {
    return;
  }
  const std::string output = output_of(response, head_only);
  unsent_ = left_after_sending(channel_.socket(), output).map([](std::string_view left) {
    return std::string(left);
  });
}

// The head, and the body if that is small: it is taken out of the response then.
std::string Session::output_of(Response& response, bool head_only) const {
  const bool keep = keep_alive_ && !loop_.draining();
  std::string output = response_head(response, Framing::kLength, keep);
  if (head_only) {
    response.body.clear();
  }
  if (response.body.size() <= kWriteBatch) {
    output += response.body;
    response.body.clear();
  }
  return output;
}

Awaitable<void> Session::send(Response response, bool head_only) {
  channel_.set_phase(Channel::Phase::kMoving);
  auto output = unsent_ ? std::move(*unsent_) : output_of(response, head_only);
  unsent_.reset();
  CO_TRY(output);
  auto written = co_await channel_.write_all(*output);
  CO_TRY(written);
  auto rest = co_await channel_.write_all(response.body);
  co_return rest;
}

// A stream on its way out; lives in the frame of send_stream().
struct Session::StreamFlow {
  Stream& stream;
  const bool chunked;
  std::string unsent;  // what the socket did not take
  Stream::State state = Stream::State::kData;

  bool over() const { return state == Stream::State::kEnd || state == Stream::State::kBroken; }
};

Awaitable<void> Session::send_stream(Response response, bool chunked) {
  keep_alive_ = keep_alive_ && chunked;
  const auto framing = chunked ? Framing::kChunked : Framing::kUntilClose;
  StreamFlow flow{*response.stream, chunked, response_head(response, framing, keep_alive_)};
  response.stream->set_ready([wakeup = channel_.wakeup()] { wakeup->wake(); });
  do {
    auto pushed = push(flow);
    CO_TRY(pushed);
    channel_.set_phase(Channel::Phase::kMoving);
    auto written = co_await channel_.write_all(flow.unsent);
    CO_TRY(written);
    std::string().swap(flow.unsent);
    if (flow.state == Stream::State::kPending) {
      auto ready = co_await await_stream(flow);
      CO_TRY(ready);
    }
  } while ((!flow.over() || !flow.unsent.empty()) && !loop_.draining());
  if (flow.state == Stream::State::kBroken) {
    co_return fail(Code::kUnavailable, "the stream broke");  // without the last chunk
  }
  if (chunked) {
    auto ended = co_await channel_.write_all(kLastChunk);
    CO_TRY(ended);
  }
  co_return Result<void>();
}

// Gives the socket what the stream has now, as much of it as it takes without waiting.
Result<void> Session::push(StreamFlow& flow) {
  std::string& output = loop_.scratch();
  output.assign(flow.unsent);
  std::string chunk;
  while (!flow.over() && output.size() < kWriteBatch) {
    chunk.clear();
    flow.state = flow.stream.poll(chunk);
    if (flow.chunked) {
      append_chunk(chunk, output);
    } else {
      output += chunk;
    }
    if (flow.state == Stream::State::kPending) {
      break;
    }
  }
  TRY_ASSIGN(const std::string_view unsent, left_after_sending(channel_.socket(), output));
  flow.unsent.assign(unsent);
  if (output.capacity() > kMaxScratch) {
    std::string().swap(output);
  }
  return {};
}

// The same while the coroutine sleeps; false when it has to go on.
bool Session::push_at_once(StreamFlow& flow) {
  const auto pushed = push(flow);
  return pushed && flow.state == Stream::State::kPending && flow.unsent.empty();
}

// Returns when the stream may have news or the server stops; an error when the peer has gone.
Awaitable<void> Session::await_stream(StreamFlow& flow) {
  channel_.set_phase(Channel::Phase::kMoving);
  if (loop_.draining()) {
    co_return Result<void>();
  }
  channel_.clear_deadline();
  if (!channel_.watching_readable()) {
    if (!drain_input()) {
      co_return closed_by_peer();
    }
    watch_socket();
  }
  channel_.set_reflex([this, &flow] { return push_at_once(flow); });
  auto noticed = co_await channel_.await_notice();
  channel_.set_reflex(nullptr);
  CO_TRY(noticed);
  if (!channel_.watching_readable() && !drain_input()) {
    co_return closed_by_peer();
  }
  co_return Result<void>();
}

void Session::watch_socket() {
  if (channel_.input().size() < kMaxAhead) {
    channel_.watch_readable();
  }
}

// Takes in what the peer sent meanwhile (the next request, early); false when it has gone.
bool Session::drain_input() {
  while (channel_.input().size() < kMaxAhead) {
    const auto next = channel_.receive();
    if (!next || *next == TlsSocket::Next::kClosed) {
      return false;
    }
    if (*next != TlsSocket::Next::kDone) {
      return true;
    }
  }
  return true;
}

}  // namespace sluice::http
