// SPDX-License-Identifier: Apache-2.0
#include "http/client.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <set>
#include <thread>

#include "base/files.h"
#include "http/sockets.h"
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
    } else if (request.target.path == "/large") {
      response.body = std::string(5 << 20, 'x');
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

TEST_F(ClientTest, SendsABodyThatIsNotInMemory) {
  const auto client = make_client(pki_.client_options(server_->port())).value();
  const std::string rest(2'000'000, 'y');
  ClientRequest request{.method = "PUT", .target = "/x", .body = "head"};
  request.more_size = static_cast<std::int64_t>(rest.size());
  request.more = [&](std::int64_t offset) {
    return rest.substr(static_cast<std::size_t>(offset), 300'000);
  };
  const auto response = client->send(request, kLong);
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_TRUE(response->body.ends_with("|head" + rest));
  request.more = [](std::int64_t offset) { return std::string(offset == 0 ? "short" : ""); };
  EXPECT_EQ(client->send(request, kLong).error().code, Code::kInvalid);
  request.more = [](std::int64_t) -> Result<std::string> { return fail(Code::kCancelled, "stop"); };
  EXPECT_EQ(client->send(request, kLong).error().code, Code::kCancelled);
}

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

TEST_F(ClientTest, DownloadsABodyPieceByPiece) {
  const auto client = pki_.client(server_->port());
  auto download = client->download({.target = "/large"}, kLong);
  ASSERT_TRUE(download) << download.error().message;
  EXPECT_EQ(download->response.status, 200);
  std::size_t total = 0;
  std::array<char, 1000> piece{};
  while (true) {
    const auto read = download->body->read(piece, kLong);
    ASSERT_TRUE(read) << read.error().message;
    if (*read == 0) {
      break;
    }
    total += *read;
  }
  EXPECT_EQ(total, std::size_t{5} << 20);
}

TEST_F(ClientTest, ARefusedDownloadHasItsBodyInTheResponse) {
  const auto client = pki_.client(server_->port());
  const auto download = client->download({.target = "/refused"}, kLong).value();
  EXPECT_EQ(download.response.status, 410);
  EXPECT_EQ(download.response.body, "gone");
  EXPECT_EQ(download.body, nullptr);
}

TEST_F(ClientTest, SendsFurtherHeaders) {
  const auto client = pki_.client(server_->port());
  ClientRequest request{.target = "/"};
  request.headers.add("Authorization", "Basic eDp5");
  const auto response = client->send(request, kLong);
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_TRUE(response->body.starts_with("Basic eDp5|")) << response->body;
}

TEST_F(ClientTest, TrustsTheSystemBesideAnotherAuthorityWhenAsked) {
  const TemporaryDirectory directory;
  ASSERT_TRUE(write_file_atomic(directory.path() / "system.pem", pki_.ca_pem()));
  ::setenv("SSL_CERT_FILE", (directory.path() / "system.pem").c_str(), 1);
  auto options = pki_.client_options(server_->port());
  options.ca_pem = TestPki().ca_pem();
  EXPECT_FALSE(make_client(options).value()->send({.target = "/"}, kLong));
  options.system_authorities = true;
  EXPECT_TRUE(make_client(options).value()->send({.target = "/"}, kLong));
  ::unsetenv("SSL_CERT_FILE");
}

// A server without TLS that answers one connection and tells what it was asked.
class PlainServer {
 public:
  explicit PlainServer(std::string answer)
      : listener_(listen_on("127.0.0.1", 0).value()), thread_([this, answer = std::move(answer)] {
          if (!wait_for(listener_.get(), POLLIN, RealClock().steady() + kLong)) {
            return;
          }
          const UniqueFd peer = accept_from(listener_.get()).value();
          while (request_.find("\r\n\r\n") == std::string::npos &&
                 wait_for(peer.get(), POLLIN, RealClock().steady() + kLong)) {
            char buffer[4096];
            const ssize_t n = ::recv(peer.get(), buffer, sizeof(buffer), 0);
            request_.append(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
          }
          ::send(peer.get(), answer.data(), answer.size(), MSG_NOSIGNAL);
        }) {}
  std::uint16_t port() const { return local_port(listener_.get()); }
  std::string request() {
    thread_.join();
    return request_;
  }

 private:
  UniqueFd listener_;
  std::string request_;
  std::thread thread_;
};

TEST(PlainClient, SpeaksWithoutTls) {
  PlainServer server("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello");
  const auto client =
      make_client({.host = "127.0.0.1", .port = server.port(), .plain = true}).value();
  const auto response = client->send({.target = "/a"}, kLong);
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->body, "hello");
  EXPECT_TRUE(server.request().starts_with("GET /a HTTP/1.1\r\nHost: 127.0.0.1:"));
}

TEST(PlainClient, ARefusalThatComesBeforeTheWholeBodyIsRead) {
  PlainServer server("HTTP/1.1 413 Too Large\r\nContent-Length: 5\r\n\r\nlarge");
  const auto client =
      make_client({.host = "127.0.0.1", .port = server.port(), .plain = true}).value();
  ClientRequest request{.method = "PUT", .target = "/a"};
  request.more_size = std::int64_t{1} << 40;  // more than any buffer holds
  request.more = [](std::int64_t) { return std::string(1 << 20, 'x'); };
  const auto response = client->send(request, kLong);
  ASSERT_TRUE(response) << response.error().message;
  EXPECT_EQ(response->status, 413);
  EXPECT_EQ(response->body, "large");
  server.request();
}

TEST(PlainClient, AProxyIsToldTheWholeAddress) {
  PlainServer proxy("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi");
  const auto client = make_client({.host = "reg.local",
                                   .port = 80,
                                   .plain = true,
                                   .proxy = Proxy{"127.0.0.1", proxy.port(), "Basic eDp5"}})
                          .value();
  const auto response = client->send({.target = "/a"}, kLong);
  ASSERT_TRUE(response) << response.error().message;
  const std::string asked = proxy.request();
  EXPECT_TRUE(asked.starts_with("GET http://reg.local/a HTTP/1.1\r\nHost: reg.local\r\n")) << asked;
  EXPECT_NE(asked.find("\r\nProxy-Authorization: Basic eDp5\r\n"), std::string::npos);
}

// Connects whoever asks it with one server, once.
class TunnelProxy {
 public:
  explicit TunnelProxy(std::uint16_t server)
      : listener_(listen_on("127.0.0.1", 0).value()), thread_([this, server] { run(server); }) {}
  std::uint16_t port() const { return local_port(listener_.get()); }
  std::string request() {
    thread_.join();
    return request_;
  }

 private:
  void run(std::uint16_t server) {
    const SteadyTime deadline = RealClock().steady() + kLong;
    ASSERT_TRUE(wait_for(listener_.get(), POLLIN, deadline));
    const UniqueFd near = accept_from(listener_.get()).value();
    const UniqueFd far = connect_to("127.0.0.1", server, deadline).value();
    char buffer[4096];
    while (request_.find("\r\n\r\n") == std::string::npos) {
      ASSERT_TRUE(wait_for(near.get(), POLLIN, deadline));
      const ssize_t n = ::recv(near.get(), buffer, sizeof(buffer), 0);
      request_.append(buffer, n > 0 ? static_cast<std::size_t>(n) : 0);
    }
    const std::string answer = "HTTP/1.1 200 Connection established\r\n\r\n";
    ::send(near.get(), answer.data(), answer.size(), MSG_NOSIGNAL);
    std::array<pollfd, 2> ends{{{near.get(), POLLIN, 0}, {far.get(), POLLIN, 0}}};
    while (::poll(ends.data(), ends.size(), 20'000) > 0) {
      for (std::size_t i = 0; i < ends.size(); ++i) {
        const ssize_t n = ends[i].revents != 0 ? ::recv(ends[i].fd, buffer, sizeof(buffer), 0) : -1;
        if (n == 0) {
          return;
        }
        if (n > 0) {
          ::send(ends[1 - i].fd, buffer, static_cast<std::size_t>(n), MSG_NOSIGNAL);
        }
      }
    }
  }

  UniqueFd listener_;
  std::string request_;
  std::thread thread_;
};

TEST_F(ClientTest, TlsGoesThroughATunnelOfTheProxy) {
  auto options = pki_.client_options(server_->port());
  TunnelProxy proxy(server_->port());
  options.proxy = Proxy{"127.0.0.1", proxy.port()};
  {
    const auto client = make_client(options).value();
    const auto response = client->send({.target = "/x", .body = "hello"}, kLong);
    ASSERT_TRUE(response) << response.error().message;
    EXPECT_EQ(response->status, 200);
  }
  EXPECT_TRUE(proxy.request().starts_with("CONNECT 127.0.0.1:" + std::to_string(server_->port()) +
                                          " HTTP/1.1\r\n"));
}

TEST_F(ClientTest, AProxyThatRefusesIsQuoted) {
  PlainServer proxy("HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n");
  auto options = pki_.client_options(server_->port());
  options.proxy = Proxy{"127.0.0.1", proxy.port()};
  const auto refused = make_client(options).value()->send({.target = "/"}, kLong);
  proxy.request();
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("refuses a connection to 127.0.0.1 with status 407"),
            std::string::npos)
      << refused.error().message;
}

TEST(PlainClient, ABodyThatBreaksOffIsUnavailable) {
  PlainServer server("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nhello");
  const auto client =
      make_client({.host = "127.0.0.1", .port = server.port(), .plain = true}).value();
  const auto download = client->download({.target = "/a"}, kLong).value();
  server.request();
  std::array<char, 100> piece{};
  EXPECT_EQ(download.body->read(piece, kLong).value(), 5U);
  EXPECT_EQ(download.body->read(piece, kLong).error().code, Code::kUnavailable);
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
