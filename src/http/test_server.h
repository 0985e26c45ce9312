// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "http/connection.h"
#include "http/http2_test_client.h"
#include "http/server.h"
#include "http/test_pki.h"

namespace sluice::http {

inline constexpr std::chrono::seconds kLong{20};

inline SteadyTime soon() {
  return RealClock().steady() + kLong;
}

// A stream fed by the test, which also sees when the server lets go of it.
struct Feed {
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<std::string> chunks;
  bool ended = false;
  bool broken = false;  // at its end
  int open_streams = 0;
  std::vector<std::function<void()>> wakeups;

  void push(std::string chunk) {
    std::vector<std::function<void()>> wake;
    {
      const std::scoped_lock lock(mutex);
      chunks.push_back(std::move(chunk));
      wake = wakeups;
    }
    for (const auto& one : wake) {
      one();
    }
  }
  void await_open(int count) {
    std::unique_lock lock(mutex);
    EXPECT_TRUE(changed.wait_for(lock, kLong, [&] { return open_streams == count; }))
        << open_streams << " streams open, expected " << count;
  }
};

class FeedStream final : public Stream {
 public:
  explicit FeedStream(Feed& feed) : feed_(feed) { count(1); }
  ~FeedStream() override { count(-1); }

  State poll(std::string& chunk) override {
    const std::scoped_lock lock(feed_.mutex);
    if (next_ < feed_.chunks.size()) {
      chunk = feed_.chunks[next_++];
      return State::kData;
    }
    if (feed_.ended) {
      return feed_.broken ? State::kBroken : State::kEnd;
    }
    return State::kPending;
  }
  void set_ready(std::function<void()> ready) override {
    const std::scoped_lock lock(feed_.mutex);
    feed_.wakeups.push_back(std::move(ready));
  }

 private:
  void count(int change) {
    const std::scoped_lock lock(feed_.mutex);
    feed_.open_streams += change;
    feed_.changed.notify_all();
  }

  Feed& feed_;
  std::size_t next_ = 0;
};

// A server with a few answers, each there to test something.
class ServerTest : public testing::Test {
 protected:
  void start(ServerOptions options) {
    server_ = serve(std::move(options), [this](const Request& request) {
                return handle(request);
              }).value();
  }
  void start() { start(pki_.server_options()); }

  Response handle(const Request& request) {
    Response response;
    if (request.target.path == "/stream") {
      response.stream = std::make_unique<FeedStream>(feed_);
    } else if (request.target.path == "/whoami") {
      response.body = request.peer.name;
      for (const auto& group : request.peer.groups) {
        response.body += "," + group;
      }
    } else if (request.target.path == "/headers") {
      response.headers.add("Connection", "close");
      response.headers.add("X-Name", "a\r\nb");
    } else if (request.target.path == "/large") {
      response.body = std::string(20 << 20, 'x');
    } else if (request.target.path == "/block") {
      std::unique_lock lock(blocked_mutex_);
      ++blocked_;
      blocked_changed_.notify_all();
      blocked_changed_.wait(lock, [&] { return released_; });
      response.body = "released";
    } else {
      response.body = request.method + " " + request.body;
    }
    return response;
  }

  void await_blocked(int count) {
    std::unique_lock lock(blocked_mutex_);
    EXPECT_TRUE(blocked_changed_.wait_for(lock, kLong, [&] { return blocked_ == count; }));
  }
  void release() {
    const std::scoped_lock lock(blocked_mutex_);
    released_ = true;
    blocked_changed_.notify_all();
  }

  Result<ClientResponse> get(Client& client, const std::string& target) {
    return client.send({.target = target}, kLong);
  }

  // A raw TLS connection for requests that the client would never send.
  Connection raw() {
    const auto options = pki_.client_options(server_->port());
    contexts_.push_back(client_tls_context({}, options.ca_pem).value());
    return Connection::open(contexts_.back().get(), {"127.0.0.1", server_->port()}, soon()).value();
  }

  int status_of(Connection& connection, std::string_view request) {
    EXPECT_TRUE(connection.write(request, soon()));
    MessageParser parser(MessageParser::Kind::kResponse, {});
    while (!parser.done()) {
      if (!connection.read(parser, soon())) {
        return -1;
      }
    }
    return parser.status();
  }

  TestPki pki_;
  Feed feed_;
  std::mutex blocked_mutex_;
  std::condition_variable blocked_changed_;
  int blocked_ = 0;
  bool released_ = false;
  std::vector<SslContextPtr> contexts_;
  std::unique_ptr<Server> server_;
};

}  // namespace sluice::http
