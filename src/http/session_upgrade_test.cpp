// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <condition_variable>
#include <thread>

#include "base/byte_pipe.h"
#include "http/connection.h"
#include "http/test_pki.h"

namespace sluice::http {
namespace {

constexpr std::chrono::seconds kLong{20};
constexpr std::string_view kAsk =
    "GET /x HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n";

SteadyTime soon() {
  return RealClock().steady() + kLong;
}

// How many upgrades the server holds.
struct Census {
  std::mutex mutex;
  std::condition_variable changed;
  int open = 0;

  void count(int change) {
    const std::scoped_lock lock(mutex);
    open += change;
    changed.notify_all();
  }
  void await(int wanted) {
    std::unique_lock lock(mutex);
    EXPECT_TRUE(changed.wait_for(lock, kLong, [&] { return open == wanted; }));
  }
};

// Sends back what it gets, through a small buffer.
class Echo final : public Upgrade {
 public:
  explicit Echo(Census& census) : census_(census) { census_.count(1); }
  ~Echo() override { census_.count(-1); }
  State poll(std::string& chunk) override { return pipe_.read(chunk, 100); }
  void set_ready(std::function<void()> ready) override {
    pipe_.set_readable(ready);
    pipe_.set_writable(std::move(ready));
  }
  std::size_t take(std::string_view bytes) override { return pipe_.write(bytes); }
  void take_end() override { pipe_.end(); }

 private:
  Census& census_;
  BytePipe pipe_{1000};
};

class SessionUpgradeTest : public testing::Test {
 protected:
  void SetUp() override {
    server_ = serve(pki_.server_options(), [this](const Request& request) {
                Response response;
                response.headers.add("Connection", "Upgrade");
                response.headers.add("Upgrade", std::string(request.headers.get("Upgrade")));
                response.upgrade = std::make_unique<Echo>(census_);
                return response;
              }).value();
    context_ = client_tls_context({}, pki_.client_options(0).ca_pem).value();
  }

  // Upgraded; the first answer has been read.
  Connection connect(std::string_view request = kAsk) {
    auto connection =
        Connection::open(context_.get(), {"127.0.0.1", server_->port()}, soon()).value();
    EXPECT_TRUE(connection.write(request, soon()));
    MessageParser parser(MessageParser::Kind::kResponse, {});
    while (!parser.done()) {
      const auto read = connection.read(parser, soon());
      if (!read) {
        ADD_FAILURE() << read.error().message;
        break;
      }
    }
    EXPECT_EQ(parser.status(), 101);
    EXPECT_EQ(parser.headers().get("Upgrade"), "echo");
    EXPECT_EQ(parser.headers().get("Content-Length"), "");
    return connection;
  }

  static std::string read(Connection& connection, std::size_t size) {
    std::string text;
    while (text.size() < size && connection.read(text, soon()).value_or(false)) {
    }
    return text;
  }

  Census census_;
  TestPki pki_;
  SslContextPtr context_;
  std::unique_ptr<Server> server_;
};

TEST_F(SessionUpgradeTest, CarriesBytesBothWays) {
  auto connection = connect();
  for (const std::string word : {"hello", "again"}) {
    ASSERT_TRUE(connection.write(word, soon()));
    EXPECT_EQ(read(connection, word.size()), word);
  }
}

TEST_F(SessionUpgradeTest, TakesBytesThatCameWithTheRequest) {
  auto connection = connect(std::string(kAsk) + "early");
  EXPECT_EQ(read(connection, 5), "early");
}

TEST_F(SessionUpgradeTest, SlowsDownInsteadOfBuffering) {
  auto connection = connect();
  const std::string sent(8 << 20, 'x');
  std::string received;
  // The two directions of a blocking connection are not for two threads; so write pieces that fit
  // what the kernel holds, and read them back.
  for (std::size_t at = 0; at < sent.size(); at += 64 * 1024) {
    ASSERT_TRUE(connection.write(std::string_view(sent).substr(at, 64 * 1024), soon()));
    received += read(connection, 64 * 1024);
  }
  EXPECT_EQ(received.size(), sent.size());
}

TEST_F(SessionUpgradeTest, LetsGoWhenThePeerDisappears) {
  {
    const auto connection = connect();
    census_.await(1);
  }
  census_.await(0);
}

TEST_F(SessionUpgradeTest, EndsWhenTheServerStops) {
  auto connection = connect();
  census_.await(1);
  std::jthread reader([&] { EXPECT_EQ(read(connection, 1), ""); });
  server_->stop();
  census_.await(0);
}

}  // namespace
}  // namespace sluice::http
