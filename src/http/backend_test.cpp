// SPDX-License-Identifier: Apache-2.0
#include "http/backend.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "http/test_pki.h"
#include "http/tls.h"

namespace sluice::http {
namespace {

constexpr std::chrono::seconds kLong{20};
using State = Stream::State;

class Echo final : public Upgrade {
 public:
  State poll(std::string& chunk) override { return pipe_.read(chunk); }
  void set_ready(std::function<void()> ready) override {
    pipe_.set_readable(ready);
    pipe_.set_writable(std::move(ready));
  }
  std::size_t take(std::string_view bytes) override { return pipe_.write(bytes); }
  void take_end() override { pipe_.end(); }

 private:
  BytePipe pipe_;
};

class Counting final : public Stream {
 public:
  State poll(std::string& chunk) override {
    if (++count_ > 100) {
      return State::kEnd;
    }
    chunk = std::string(10'000, 'x');
    return State::kData;
  }
  void set_ready(std::function<void()>) override {}

 private:
  int count_ = 0;
};

constexpr std::size_t kLarge = 4 * 1024 * 1024;

// Our own server, as a backend with TLS.
class BackendTest : public testing::Test {
 protected:
  void SetUp() override {
    server_ = serve(pki_.server_options(), [](const Request& request) {
                Response response;
                if (request.target.path == "/upgrade") {
                  response.headers.add("Connection", "Upgrade");
                  response.headers.add("Upgrade", "echo");
                  response.upgrade = std::make_unique<Echo>();
                } else if (request.target.path == "/stream") {
                  response.stream = std::make_unique<Counting>();
                } else if (request.target.path == "/large") {
                  response.body = std::string(kLarge, 'x');
                } else {
                  response.status = 202;
                  response.headers.add("X-Seen", std::string(request.headers.get("X-Sent")));
                  response.body = request.method + " " + request.body;
                }
                return response;
              }).value();
  }

  Result<BackendAnswer> ask(const std::string& method, const std::string& target,
                            const std::string& body = "") {
    BackendRequest request{.method = method, .target = target, .headers = {}, .body = body};
    request.headers.add("Host", "h");
    request.headers.add("X-Sent", "yes");
    return ask_backend(pump_, {"127.0.0.1", server_->port(), tls_.get()}, request, kLong);
  }

  std::string read_all(Stream& stream) {
    stream.set_ready([this] {
      const std::scoped_lock lock(mutex_);
      ready_ = true;
      changed_.notify_all();
    });
    std::string text;
    while (true) {
      std::string chunk;
      const State state = stream.poll(chunk);
      text += chunk;
      if (state == State::kEnd) {
        return text;
      }
      if (state == State::kPending) {
        std::unique_lock lock(mutex_);
        EXPECT_TRUE(changed_.wait_for(lock, kLong, [&] { return std::exchange(ready_, false); }));
      }
    }
  }

  TestPki pki_;
  SslContextPtr tls_ = unverified_client_tls_context().value();
  std::unique_ptr<Server> server_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool ready_ = false;
  Pump pump_;
};

TEST_F(BackendTest, PassesRequestsOnAndAnswersBack) {
  auto answer = ask("POST", "/x", "body");
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->status, 202);
  EXPECT_EQ(answer->headers.get("X-Seen"), "yes");
  EXPECT_EQ(read_all(*answer->body), "POST body");
}

TEST_F(BackendTest, NobodyAddsAHeaderByTheWordsOfAnother) {
  BackendRequest request{.method = "GET", .target = "/x", .headers = {}, .body = ""};
  request.headers.add("Host", "h");
  request.headers.add("X-Forwarded-Uri", "/a\r\nX-Sent: no\nX-Sent: no");
  const auto answer = ask_backend(pump_, {"127.0.0.1", server_->port(), tls_.get()}, request, kLong);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->headers.get("X-Seen"), "");
}

TEST_F(BackendTest, StreamsLongAnswers) {
  auto answer = ask("GET", "/stream");
  ASSERT_TRUE(answer);
  EXPECT_EQ(read_all(*answer->body).size(), 1'000'000U);
}

TEST_F(BackendTest, ALongAnswerMaySayHowLongItIs) {
  auto answer = ask("GET", "/large");
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->headers.get("Content-Length"), std::to_string(kLarge));
  EXPECT_EQ(read_all(*answer->body).size(), kLarge);
}

TEST_F(BackendTest, AnswersToHeadHaveNoBody) {
  auto answer = ask("HEAD", "/x");
  ASSERT_TRUE(answer);
  EXPECT_EQ(read_all(*answer->body), "");
}

TEST_F(BackendTest, TunnelsUpgrades) {
  auto answer = ask("GET", "/upgrade");
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->status, 101);
  EXPECT_EQ(answer->upgrade->take("hello"), 5U);
  answer->upgrade->take_end();
  EXPECT_EQ(read_all(*answer->upgrade), "hello");
}

TEST_F(BackendTest, SaysWhenNobodyAnswers) {
  server_->stop();
  const auto answer = ask("GET", "/x");
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, Code::kUnavailable);
}

}  // namespace
}  // namespace sluice::http
