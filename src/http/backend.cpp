// SPDX-License-Identifier: Apache-2.0
//
// The connection is a link of the pump from the beginning: the caller waits for the head of the
// answer on the link's pipe, then the rest of the answer is whatever still comes out of it.
#include "http/backend.h"

#include <condition_variable>
#include <mutex>

#include "http/parser.h"
#include "http/sockets.h"
#include "http/tls_end.h"
#include "http/wire.h"

namespace sluice::http {

namespace {

constexpr std::size_t kPiece = 16 * 1024;

// A connection to the backend, on the pump.
struct Exchange {
  std::shared_ptr<BytePipe> to_backend;
  std::shared_ptr<BytePipe> from_backend = std::make_shared<BytePipe>();
  std::shared_ptr<void> link;
  MessageParser parser;
  std::string input;  // received, not yet parsed

  // Parses what is there; the end of the connection may be the end of the body.
  Result<Stream::State> advance() {
    if (input.empty()) {
      const auto state = from_backend->read(input, kPiece);
      if (state == Stream::State::kEnd) {
        TRY(parser.feed_end());
      }
      if (state != Stream::State::kData) {
        return state;
      }
    }
    TRY_ASSIGN(const std::size_t used, parser.feed(input));
    input.erase(0, used);
    return Stream::State::kData;
  }
};

// The rest of an answer. One that breaks off just ends: its status is sent already.
class BackendBody final : public Stream {
 public:
  explicit BackendBody(Exchange exchange) : exchange_(std::move(exchange)) {}

  State poll(std::string& chunk) override {
    while (true) {
      std::string& body = exchange_.parser.body();
      if (!body.empty()) {
        chunk += body;
        body.clear();
        return State::kData;
      }
      if (exchange_.parser.done()) {
        return State::kEnd;
      }
      const auto state = exchange_.advance();
      if (!state) {
        return State::kEnd;
      }
      if (*state == State::kPending) {
        return State::kPending;
      }
    }
  }
  void set_ready(std::function<void()> ready) override {
    exchange_.from_backend->set_readable(std::move(ready));
  }

 private:
  Exchange exchange_;
};

class BackendTunnel final : public Upgrade {
 public:
  explicit BackendTunnel(Exchange exchange) : exchange_(std::move(exchange)) {}

  State poll(std::string& chunk) override {
    if (!exchange_.input.empty()) {
      chunk += std::exchange(exchange_.input, "");
      return State::kData;
    }
    return exchange_.from_backend->read(chunk, kPiece);
  }
  void set_ready(std::function<void()> ready) override {
    exchange_.from_backend->set_readable(ready);
    exchange_.to_backend->set_writable(std::move(ready));
  }
  std::size_t take(std::string_view bytes) override { return exchange_.to_backend->write(bytes); }
  void take_end() override { exchange_.to_backend->end(); }

 private:
  Exchange exchange_;
};

std::string encode(const BackendRequest& request) {
  std::string text = request.method + " " + request.target + " HTTP/1.1\r\n";
  for (const auto& [name, value] : request.headers) {
    text += name + ": " + without_controls(value) + "\r\n";  // nobody adds a header by his words
  }
  if (!request.body.empty() || request.method == "POST" || request.method == "PUT" ||
      request.method == "PATCH") {
    text += "Content-Length: " + std::to_string(request.body.size()) + "\r\n";
  }
  return text + "\r\n" + request.body;
}

// The body is passed on while it comes: it may be of any length.
MessageParser answer_parser(const BackendRequest& request) {
  MessageParser parser(MessageParser::Kind::kResponse, {.whole = false});
  if (request.method == "HEAD") {
    parser.expect_no_body();
  }
  return parser;
}

Result<std::unique_ptr<PumpEnd>> connect(const BackendAddress& address, SteadyTime deadline) {
  TRY_ASSIGN(UniqueFd fd, connect_to(address.host, address.port, deadline));
  if (address.tls == nullptr) {
    return make_pump_end(std::move(fd));
  }
  TRY_ASSIGN(
      TlsSocket socket,
      TlsSocket::connected(address.tls, std::move(fd),
                           address.server_name.empty() ? address.host : address.server_name));
  return std::make_unique<TlsEnd>(std::move(socket));
}

// What a thread waits on for a pipe. Shared with the pipe's wake-up, which may come once more after
// the wait.
class Bell {
 public:
  void ring() {
    const std::scoped_lock lock(mutex_);
    ringing_ = true;
    rung_.notify_all();
  }
  bool await(SteadyTime deadline) {
    std::unique_lock lock(mutex_);
    return rung_.wait_until(lock, deadline, [&] { return std::exchange(ringing_, false); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable rung_;
  bool ringing_ = false;
};

// Blocks the calling thread until the head is there.
Result<void> await_head(Exchange& exchange, const BackendRequest& request, SteadyTime deadline) {
  const auto bell = std::make_shared<Bell>();
  exchange.from_backend->set_readable([bell] { bell->ring(); });
  while (!exchange.parser.head_done()) {
    TRY_ASSIGN(const auto state, exchange.advance());
    if (exchange.parser.head_done() && exchange.parser.status() < 200 &&
        exchange.parser.status() != 101) {
      exchange.parser = answer_parser(request);
    }
    if (state != Stream::State::kPending) {
      continue;
    }
    if (!bell->await(deadline)) {
      return fail(Code::kTimeout, "no answer from the backend");
    }
  }
  return {};
}

}  // namespace

Result<BackendAnswer> ask_backend(Pump& pump, const BackendAddress& address,
                                  const BackendRequest& request, Duration timeout) {
  const SteadyTime deadline = RealClock().steady() + timeout;
  TRY_ASSIGN(auto end, connect(address, deadline));
  const std::string text = encode(request);
  Exchange exchange{.to_backend = std::make_shared<BytePipe>(text.size() + kPiece),
                    .parser = answer_parser(request)};
  exchange.to_backend->write(text);
  exchange.link = pump.run({std::move(end), exchange.to_backend, exchange.from_backend, nullptr});
  auto head = await_head(exchange, request, deadline);
  if (!head) {
    return fail(Code::kUnavailable, head.error().message);
  }
  BackendAnswer answer{.status = exchange.parser.status(),
                       .headers = std::move(exchange.parser.headers())};
  if (answer.status == 101) {
    answer.upgrade = std::make_unique<BackendTunnel>(std::move(exchange));
  } else {
    answer.body = std::make_unique<BackendBody>(std::move(exchange));
  }
  return answer;
}

Result<std::string> whole_body(BackendAnswer& answer, std::size_t limit, Duration timeout) {
  const SteadyTime deadline = RealClock().steady() + timeout;
  const auto bell = std::make_shared<Bell>();
  std::string body;
  if (answer.body == nullptr) {
    return body;
  }
  answer.body->set_ready([bell] { bell->ring(); });
  while (true) {
    const auto state = answer.body->poll(body);
    if (body.size() > limit) {
      return fail(Code::kUnavailable, "the answer is longer than " + std::to_string(limit));
    }
    if (state == Stream::State::kEnd) {
      return body;
    }
    if (state == Stream::State::kPending && !bell->await(deadline)) {
      return fail(Code::kUnavailable, "the answer did not end in time");
    }
  }
}

}  // namespace sluice::http
