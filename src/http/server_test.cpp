// SPDX-License-Identifier: Apache-2.0
#include "http/server.h"

#include <gtest/gtest.h>

#include <future>
#include <thread>

#include "http/connection.h"
#include "http/sockets.h"
#include "http/test_server.h"

namespace sluice::http {
namespace {

// What holds whichever protocol the client speaks.
class AnyProtocolTest : public ServerTest, public testing::WithParamInterface<std::string> {
 protected:
  std::unique_ptr<Client> connect(const ClientOptions& options) const {
    return GetParam() == "http2" ? make_http2_client(options) : make_client(options).value();
  }
  std::unique_ptr<Client> client(const std::string& user = "",
                                 const std::vector<std::string>& groups = {}) const {
    return connect(pki_.client_options(server_->port(), user, groups));
  }
};
INSTANTIATE_TEST_SUITE_P(Protocols, AnyProtocolTest, testing::Values("http1", "http2"),
                         [](const auto& test) { return test.param; });

TEST_F(ServerTest, AnswersSeveralRequestsOnOneConnection) {
  start();
  Connection connection = raw();
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(status_of(connection, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
  }
  EXPECT_EQ(status_of(connection, "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"), 200);
  MessageParser parser(MessageParser::Kind::kResponse, {});
  EXPECT_FALSE(connection.read(parser, soon()));  // the server hung up
}

TEST_F(ServerTest, AnswersRequestsThatWereSentAtOnceInOrder) {
  start();
  Connection connection = raw();
  const std::string one = "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n";
  ASSERT_TRUE(connection.write(one + "1" + one + "2", soon()));
  for (const std::string expected : {"PUT 1", "PUT 2"}) {
    MessageParser parser(MessageParser::Kind::kResponse, {});
    while (!parser.done()) {
      ASSERT_TRUE(connection.read(parser, soon()));
    }
    EXPECT_EQ(parser.body(), expected);
  }
}

TEST_P(AnyProtocolTest, KnowsWhoIsThereByCertificate) {
  start();
  const auto client = this->client("admin", {"system:masters", "dev"});
  EXPECT_EQ(get(*client, "/whoami")->body, "admin,system:masters,dev");
  const auto anonymous = this->client();
  EXPECT_EQ(get(*anonymous, "/whoami")->body, "");
}

TEST_P(AnyProtocolTest, RefusesCertificatesOfAnotherAuthority) {
  start();
  const TestPki stranger;
  auto options = stranger.client_options(server_->port(), "admin", {"system:masters"});
  options.ca_pem = pki_.client_options(0).ca_pem;
  const auto client = connect(options);
  EXPECT_FALSE(get(*client, "/whoami"));
  const auto distrusting = connect(stranger.client_options(server_->port()));
  EXPECT_EQ(get(*distrusting, "/whoami").error().code, Code::kUnauthorized);
}

TEST_P(AnyProtocolTest, MovesLargeBodiesBothWays) {
  start();
  const auto client = this->client();
  EXPECT_EQ(get(*client, "/large")->body.size(), 20U << 20);
  const std::string body(3 << 20, 'y');
  const auto echoed = client->send({.method = "POST", .target = "/", .body = body}, kLong);
  ASSERT_TRUE(echoed);
  EXPECT_EQ(echoed->body, "POST " + body);
  const auto refused = client->send({.method = "POST", .target = "/", .body = body + "y"}, kLong);
  ASSERT_TRUE(refused) << refused.error().message;
  EXPECT_EQ(refused->status, 413);
}

TEST_P(AnyProtocolTest, RefusesInTheWordsOfItsOwner) {
  ServerOptions options = pki_.server_options();
  options.max_body = 10;
  options.refuse = [](int status, std::string) {
    return Response{.status = status, .content_type = "application/json", .body = "{}"};
  };
  start(std::move(options));
  const auto refused =
      client()->send({.method = "POST", .target = "/", .body = std::string(11, 'y')}, kLong);
  ASSERT_TRUE(refused) << refused.error().message;
  EXPECT_EQ(refused->status, 413);
  EXPECT_EQ(refused->body, "{}");
}

TEST_F(ServerTest, RefusesBadRequestsWithTheRightStatus) {
  start();
  const std::pair<std::string, int> cases[] = {
      {"GET / HTTP/1.1\r\n\r\n", 400},
      {"nonsense\r\n\r\n", 400},
      {"GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\nX: " + std::string(70000, 'x'), 431},
      {"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n", 413},
  };
  for (const auto& [request, status] : cases) {
    Connection connection = raw();
    EXPECT_EQ(status_of(connection, request), status);
  }
}

TEST_F(ServerTest, SaysContinueBeforeAnExpectedBody) {
  start();
  Connection connection = raw();
  EXPECT_EQ(status_of(connection,
                      "PUT / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n"
                      "Content-Length: 2\r\n\r\n"),
            100);
  EXPECT_EQ(status_of(connection, "hi"), 200);
}

TEST_P(AnyProtocolTest, HeadHasNoBody) {
  start();
  const auto client = this->client();
  const auto response = client->send({.method = "HEAD", .target = "/large"}, kLong);
  ASSERT_TRUE(response);
  EXPECT_EQ(response->body, "");
  EXPECT_EQ(response->headers.get("content-length"), std::to_string(20 << 20));
  EXPECT_EQ(get(*client, "/x")->status, 200);
}

TEST_P(AnyProtocolTest, StreamsArriveAsTheyAreProduced) {
  start();
  const auto client = this->client();
  auto opened = client->open({.target = "/stream"}, kLong);
  ASSERT_TRUE(opened);
  ASSERT_NE(opened->lines, nullptr);  // the head came without any data
  feed_.push("one\n");
  EXPECT_EQ(*opened->lines->read_line(kLong), "one");
  feed_.push("two\nthree\n");
  EXPECT_EQ(*opened->lines->read_line(kLong), "two");
  EXPECT_EQ(*opened->lines->read_line(kLong), "three");
  {
    const std::scoped_lock lock(feed_.mutex);
    feed_.ended = true;
  }
  feed_.push("last");
  EXPECT_EQ(*opened->lines->read_line(kLong), "last");
  EXPECT_EQ(opened->lines->read_line(kLong).error().code, Code::kUnavailable);
}

TEST_P(AnyProtocolTest, NothingOfAStreamIsLostWhileItsReaderPauses) {
  start();
  const auto client = this->client();
  auto opened = client->open({.target = "/stream"}, kLong);
  ASSERT_TRUE(opened);
  constexpr int kLines = 300;  // more than the buffers of any socket hold
  const std::string rest(60'000, 'x');
  for (int i = 0; i < kLines; ++i) {
    feed_.push(std::to_string(i) + rest + "\n");
  }
  for (int i = 0; i < kLines; ++i) {
    ASSERT_EQ(*opened->lines->read_line(kLong), std::to_string(i) + rest);
  }
  feed_.push("and on\n");
  EXPECT_EQ(*opened->lines->read_line(kLong), "and on");
}

TEST_P(AnyProtocolTest, StreamIsFreedWhenItsClientLeaves) {
  start();
  const auto client = this->client();
  auto opened = client->open({.target = "/stream"}, kLong);
  ASSERT_TRUE(opened);
  feed_.await_open(1);
  opened->lines.reset();
  feed_.await_open(0);
  feed_.push("nobody listens\n");  // a late wake-up is harmless
}

TEST_F(ServerTest, ConnectionServesRequestsAfterAStreamEnds) {
  start();
  feed_.ended = true;
  Connection connection = raw();
  EXPECT_EQ(status_of(connection, "GET /stream HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
  EXPECT_EQ(status_of(connection, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
}

TEST_F(ServerTest, AStreamThatBreaksLooksLikeNoEnd) {
  start();
  feed_.ended = feed_.broken = true;
  feed_.chunks.push_back("half");
  Connection connection = raw();
  ASSERT_TRUE(connection.write("GET /stream HTTP/1.1\r\nHost: a\r\n\r\n", soon()));
  MessageParser parser(MessageParser::Kind::kResponse, {});
  while (connection.read(parser, soon())) {
  }
  EXPECT_EQ(parser.body(), "half");
  EXPECT_FALSE(parser.done());
}

TEST_F(ServerTest, OldClientsGetStreamsUntilTheConnectionCloses) {
  start();
  feed_.ended = true;
  feed_.chunks.push_back("all");
  Connection connection = raw();
  ASSERT_TRUE(connection.write("GET /stream HTTP/1.0\r\n\r\n", soon()));
  MessageParser parser(MessageParser::Kind::kResponse, {});
  while (!parser.done()) {
    ASSERT_TRUE(connection.read(parser, soon()));
  }
  EXPECT_EQ(parser.body(), "all");
}

TEST_P(AnyProtocolTest, QuickRequestsWaitForNoWorker) {
  auto options = pki_.server_options();
  options.workers = 1;
  options.is_quick = [](const Request& request) { return request.target.path == "/quick"; };
  start(std::move(options));
  std::jthread asking([this] { EXPECT_TRUE(get(*client(), "/block")); });
  await_blocked(1);
  EXPECT_EQ(get(*client(), "/quick")->body, "GET ");
  release();
}

TEST_F(ServerTest, ASmallAnswerDoesNotWaitForTheThreadOfItsConnection) {
  std::promise<void> answered;
  auto options = pki_.server_options();
  options.io_threads = 1;
  options.is_quick = [&](const Request& request) {  // on that thread
    if (request.target.path == "/hold") {
      release();
      EXPECT_EQ(answered.get_future().wait_for(kLong), std::future_status::ready);
    }
    return false;
  };
  start(std::move(options));
  Connection waiting = raw();
  Connection holding = raw();
  std::jthread asking([&] {
    EXPECT_EQ(status_of(waiting, "GET /block HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
    answered.set_value();
    EXPECT_EQ(status_of(waiting, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
  });
  await_blocked(1);
  EXPECT_EQ(status_of(holding, "GET /hold HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
}

TEST_P(AnyProtocolTest, ManyStreamsShareOneEvent) {
  auto options = pki_.server_options();
  options.io_threads = 2;
  start(std::move(options));
  constexpr int kStreams = 200;
  const auto client = this->client();
  std::vector<std::unique_ptr<LineStream>> streams;
  for (int i = 0; i < kStreams; ++i) {
    streams.push_back(std::move(client->open({.target = "/stream"}, kLong)->lines));
  }
  feed_.await_open(kStreams);
  feed_.push("event\n");
  for (const auto& stream : streams) {
    EXPECT_EQ(*stream->read_line(kLong), "event");
  }
  streams.clear();
  feed_.await_open(0);
}

TEST_P(AnyProtocolTest, ASlowReaderDoesNotHoldUpOthers) {
  start();
  Connection slow = raw();
  ASSERT_TRUE(slow.write("GET /large HTTP/1.1\r\nHost: a\r\n\r\n", soon()));  // and never reads
  const auto client = this->client();
  for (int i = 0; i < 10; ++i) {
    EXPECT_EQ(get(*client, "/x")->status, 200);
  }
}

TEST_F(ServerTest, AFullQueueAnswersUnavailable) {
  auto options = pki_.server_options();
  options.workers = 1;
  options.max_queued = 1;
  start(std::move(options));
  std::vector<Connection> connections;
  const std::string request = "GET /block HTTP/1.1\r\nHost: a\r\n\r\n";
  connections.push_back(raw());
  ASSERT_TRUE(connections[0].write(request, soon()));
  await_blocked(1);
  // Of several more only one fits into the queue.
  int busy = 0;
  for (int i = 0; i < 3; ++i) {
    connections.push_back(raw());
    ASSERT_TRUE(connections.back().write(request, soon()));
  }
  MessageParser parsers[3] = {{MessageParser::Kind::kResponse, {}},
                              {MessageParser::Kind::kResponse, {}},
                              {MessageParser::Kind::kResponse, {}}};
  while (busy < 2) {
    busy = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      if (!parsers[i].done()) {
        static_cast<void>(connections[i + 1].read(
            parsers[i], RealClock().steady() + std::chrono::milliseconds(10)));
      }
      if (parsers[i].done()) {
        EXPECT_EQ(parsers[i].status(), 503);
        EXPECT_EQ(parsers[i].headers().get("retry-after"), "1");
        ++busy;
      }
    }
  }
  release();
}

TEST_P(AnyProtocolTest, StopEndsStreamsAndIdleConnectionsAndAnswersWhatIsInFlight) {
  start();
  const auto client = this->client();
  auto watching = client->open({.target = "/stream"}, kLong);
  ASSERT_TRUE(watching);
  feed_.await_open(1);
  Connection idle = raw();
  EXPECT_EQ(status_of(idle, "GET / HTTP/1.1\r\nHost: a\r\n\r\n"), 200);
  Result<ClientResponse> in_flight = fail(Code::kInternal, "not asked");
  std::jthread asking([&] { in_flight = get(*client, "/block"); });
  await_blocked(1);
  std::jthread stopping([&] { server_->stop(); });
  EXPECT_EQ(watching->lines->read_line(kLong).error().code, Code::kUnavailable);
  watching->lines.reset();
  MessageParser parser(MessageParser::Kind::kResponse, {});
  EXPECT_FALSE(idle.read(parser, soon()));
  release();
  asking.join();
  stopping.join();
  ASSERT_TRUE(in_flight);
  EXPECT_EQ(in_flight->body, "released");
  EXPECT_FALSE(connect_to("127.0.0.1", server_->port(), soon()));
}

TEST_F(ServerTest, SaysWhatIsWrongWithItsConfiguration) {
  auto options = pki_.server_options();
  options.certificate_pem = "junk";
  EXPECT_EQ(serve(std::move(options), nullptr).error().code, Code::kInvalid);
  start();
  auto taken = pki_.server_options();
  taken.port = server_->port();
  const auto second = serve(std::move(taken), nullptr);
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("in use"), std::string::npos);
}

}  // namespace
}  // namespace sluice::http
