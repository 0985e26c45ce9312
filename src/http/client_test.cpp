// SPDX-License-Identifier: Apache-2.0
#include "http/client.h"

#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <thread>

#include "http/test_pki.h"

namespace sluice::http {
namespace {

constexpr std::chrono::seconds kLong{20};

// Never has anything to say.
class SilentStream final : public Stream {
 public:
  State poll(std::string&) override { return State::kPending; }
  void set_ready(std::function<void()>) override {}
};

class ClientTest : public testing::Test {
 protected:
  void SetUp() override { start(0); }

  void start(std::uint16_t port) {
    auto options = pki_.server_options();
    options.port = port;
    server_ = serve(std::move(options), [this](const Request& request) {
                return handle(request);
              }).value();
  }

  Response handle(const Request& request) {
    {
      const std::scoped_lock lock(mutex_);
      peers_.insert(request.peer.address);
    }
    Response response;
    if (request.target.path == "/silent") {
      response.stream = std::make_unique<SilentStream>();
    } else if (request.target.path == "/refused") {
      response.status = 410;
      response.body = "gone";
    } else {
      response.body = std::string(request.headers.get("Authorization")) + "|" +
                      std::string(request.headers.get("Accept")) + "|" +
                      std::string(request.headers.get("Content-Type")) + "|" + request.body;
    }
    return response;
  }

  TestPki pki_;
  std::mutex mutex_;
  std::set<std::string> peers_;
  std::unique_ptr<Server> server_;
};

TEST_F(ClientTest, SendsItsHeadersAndBody) {
  auto options = pki_.client_options(server_->port());
  options.bearer_token = "t0ken";
  const auto client = make_client(options).value();
  const auto response = client->send({.method = "PATCH",
                                      .target = "/x?y=1",
                                      .content_type = "text/x",
                                      .accept = "text/y",
                                      .body = "hello"},
                                     kLong);
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->body, "Bearer t0ken|text/y|text/x|hello");
}

TEST_F(ClientTest, KeepsItsConnectionBetweenRequests) {
  const auto client = pki_.client(server_->port());
  for (int i = 0; i < 5; ++i) {
    ASSERT_TRUE(client->send({.target = "/"}, kLong));
  }
  EXPECT_EQ(peers_.size(), 1U);
}

TEST_F(ClientTest, ConnectsAgainWhenTheServerWasRestarted) {
  const auto client = pki_.client(server_->port());
  ASSERT_TRUE(client->send({.target = "/"}, kLong));
  const auto port = server_->port();
  server_.reset();
  EXPECT_EQ(client->send({.target = "/"}, kLong).error().code, Code::kUnavailable);
  start(port);
  EXPECT_TRUE(client->send({.method = "POST", .target = "/"}, kLong));
}

TEST_F(ClientTest, ServesSeveralThreads) {
  const auto client = pki_.client(server_->port());
  std::atomic<int> good = 0;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([&] {
        for (int n = 0; n < 20; ++n) {
          good += client->send({.target = "/"}, kLong).has_value() ? 1 : 0;
        }
      });
    }
  }
  EXPECT_EQ(good, 160);
}

TEST_F(ClientTest, OpenReturnsRefusalsWithTheirBody) {
  const auto client = pki_.client(server_->port());
  const auto opened = client->open({.target = "/refused"}, kLong);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->lines, nullptr);
  EXPECT_EQ(opened->refused.status, 410);
  EXPECT_EQ(opened->refused.body, "gone");
}

TEST_F(ClientTest, ReadLineAnswersNothingWhenTimePasses) {
  const auto client = pki_.client(server_->port());
  const auto opened = client->open({.target = "/silent"}, kLong);
  ASSERT_TRUE(opened);
  const auto line = opened->lines->read_line(Duration::zero());
  ASSERT_TRUE(line);
  EXPECT_EQ(*line, std::nullopt);
}

TEST_F(ClientTest, StopEndsAWaitingReadLine) {
  const auto client = pki_.client(server_->port());
  const auto opened = client->open({.target = "/silent"}, kLong);
  ASSERT_TRUE(opened);
  Result<std::optional<std::string>> line = std::nullopt;
  std::jthread reader([&] { line = opened->lines->read_line(kLong); });
  opened->lines->stop();
  reader.join();
  ASSERT_FALSE(line);
  EXPECT_EQ(line.error().code, Code::kCancelled);
}

TEST_F(ClientTest, SendTimesOut) {
  const auto client = pki_.client(server_->port());
  const auto response = client->send({.target = "/silent"}, std::chrono::milliseconds(50));
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().code, Code::kTimeout);
}

TEST_F(ClientTest, NamesWhatIsBrokenInItsOptions) {
  auto options = pki_.client_options(1, "user");
  options.key_pem = "junk";
  EXPECT_NE(make_client(options).error().message.find("client certificate"), std::string::npos);
  options = pki_.client_options(1);
  options.ca_pem = "junk";
  EXPECT_NE(make_client(options).error().message.find("server CA"), std::string::npos);
}

TEST_F(ClientTest, WithoutAnAuthorityTheSystemsAreTrusted) {
  auto options = pki_.client_options(server_->port());
  options.ca_pem = "";
  const auto client = make_client(options);
  ASSERT_TRUE(client);
  EXPECT_FALSE((*client)->send({.target = "/"}, std::chrono::seconds(5)));
}

}  // namespace
}  // namespace sluice::http
