// SPDX-License-Identifier: Apache-2.0
#include "http/http2_session.h"

#include <gtest/gtest.h>

#include <thread>

#include "http/test_server.h"

namespace sluice::http {
namespace {

class Http2SessionTest : public ServerTest {
 protected:
  void SetUp() override { start(); }

  std::unique_ptr<Http2TestConnection> connect() {
    return Http2TestConnection::open(pki_.client_options(server_->port(), "admin"), soon()).value();
  }
};

TEST_F(Http2SessionTest, AnswersManyRequestsAtOnce) {
  const auto connection = connect();
  std::vector<std::int32_t> ids;
  for (int i = 0; i < 100; ++i) {
    ids.push_back(connection->ask({.method = "PUT", .target = "/", .body = std::to_string(i)}));
  }
  for (int i = 0; i < 100; ++i) {
    const auto answer = connection->finish(ids[static_cast<std::size_t>(i)], soon());
    ASSERT_TRUE(answer) << answer.error().message;
    EXPECT_EQ(answer->status, 200);
    EXPECT_EQ(answer->body, "PUT " + std::to_string(i));
    EXPECT_EQ(answer->headers.get("content-type"), "application/json");
  }
}

TEST_F(Http2SessionTest, AHandlerThatWaitsDoesNotHoldUpOtherRequests) {
  const auto connection = connect();
  const auto waiting = connection->ask({.target = "/block"});
  const auto quick = connection->ask({.target = "/"});
  EXPECT_EQ(connection->finish(quick, soon())->status, 200);
  EXPECT_FALSE(connection->answers[waiting].closed);
  release();
  EXPECT_EQ(connection->finish(waiting, soon())->body, "released");
}

TEST_F(Http2SessionTest, AStreamThatIsNotReadDoesNotHoldUpTheOthers) {
  const auto connection = connect();
  nghttp2_session_set_local_window_size(connection->session(), NGHTTP2_FLAG_NONE, 0, 1 << 20);
  const auto watch = connection->ask({.target = "/stream"});
  ASSERT_TRUE(connection->until([&] { return connection->answers[watch].status != 0; }, soon()));
  nghttp2_session_set_local_window_size(connection->session(), NGHTTP2_FLAG_NONE, watch, 0);
  ASSERT_TRUE(connection->flush(soon()));
  feed_.push(std::string(300000, 'x'));  // more than the stream's window
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(connection->finish(connection->ask({.target = "/"}), soon())->status, 200);
  }
  EXPECT_LT(connection->answers[watch].body.size(), 300000U);
  nghttp2_session_set_local_window_size(connection->session(), NGHTTP2_FLAG_NONE, watch, 1 << 20);
  EXPECT_TRUE(
      connection->until([&] { return connection->answers[watch].body.size() == 300000; }, soon()));
}

TEST_F(Http2SessionTest, AResetEndsTheStream) {
  const auto connection = connect();
  const auto watch = connection->ask({.target = "/stream"});
  ASSERT_TRUE(connection->flush(soon()));
  feed_.await_open(1);
  nghttp2_submit_rst_stream(connection->session(), NGHTTP2_FLAG_NONE, watch, NGHTTP2_CANCEL);
  ASSERT_TRUE(connection->flush(soon()));
  feed_.await_open(0);
  feed_.push("nobody listens");
  EXPECT_EQ(connection->finish(connection->ask({.target = "/"}), soon())->status, 200);
}

TEST_F(Http2SessionTest, AStreamThatBreaksIsResetBehindWhatCame) {
  const auto connection = connect();
  feed_.chunks = {"half", " of it"};
  feed_.ended = feed_.broken = true;
  const auto answer = connection->finish(connection->ask({.target = "/stream"}), soon());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->body, "half of it");
  EXPECT_EQ(answer->error, static_cast<std::uint32_t>(NGHTTP2_INTERNAL_ERROR));
  feed_.await_open(0);
  EXPECT_EQ(connection->finish(connection->ask({.target = "/"}), soon())->status, 200);
}

TEST_F(Http2SessionTest, AResetWhileHandlingIsHarmless) {
  const auto connection = connect();
  const auto waiting = connection->ask({.target = "/block"});
  ASSERT_TRUE(connection->flush(soon()));
  await_blocked(1);
  nghttp2_submit_rst_stream(connection->session(), NGHTTP2_FLAG_NONE, waiting, NGHTTP2_CANCEL);
  EXPECT_EQ(connection->finish(connection->ask({.target = "/"}), soon())->status, 200);
  release();
  EXPECT_EQ(connection->finish(connection->ask({.target = "/"}), soon())->status, 200);
}

TEST_F(Http2SessionTest, RequestsOfStreamsThatWereResetAreNotPiledUp) {
  const auto connection = connect();
  std::vector<std::int32_t> ids;
  for (int i = 0; i < 260; ++i) {
    ids.push_back(connection->ask({.target = "/block"}));
    ASSERT_TRUE(connection->flush(soon()));
    nghttp2_submit_rst_stream(connection->session(), NGHTTP2_FLAG_NONE, ids.back(), NGHTTP2_CANCEL);
  }
  const auto refused = connection->finish(connection->ask({.target = "/"}), soon());
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->error, static_cast<std::uint32_t>(NGHTTP2_REFUSED_STREAM));
  release();
}

TEST_F(Http2SessionTest, RefusesWhatIsTooLargeOrWrong) {
  const auto connection = connect();
  const auto large =
      connection->ask({.method = "POST", .target = "/", .body = std::string((3 << 20) + 1, 'x')});
  const auto refused = connection->finish(large, soon());
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->status, 413);
  const auto wrong = connection->finish(connection->ask({.target = "/%zz"}), soon());
  EXPECT_EQ(wrong->status, 400);
  const auto wide = connection->finish(
      connection->ask({.target = "/"},
                      {"x", std::string(40000, 'x'), "y", std::string(30000, 'y')}),
      soon());
  EXPECT_EQ(wide->status, 431);
  EXPECT_EQ(connection->finish(connection->ask({.target = "/"}), soon())->status, 200);
}

TEST_F(Http2SessionTest, DropsWhatHeadersMayNotHold) {
  const auto connection = connect();
  const auto answer = connection->finish(connection->ask({.target = "/headers"}), soon());
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->headers.get("connection"), "");
  EXPECT_EQ(answer->headers.get("x-name"), "ab");
}

TEST_F(Http2SessionTest, SaysContinueBeforeAnExpectedBody) {
  const auto connection = connect();
  const auto id =
      connection->ask({.method = "PUT", .target = "/", .body = "hi"}, {"expect", "100-continue"});
  const auto answer = connection->finish(id, soon());
  EXPECT_EQ(answer->informational, 100);
  EXPECT_EQ(answer->body, "PUT hi");
}

TEST_F(Http2SessionTest, AnswersPings) {
  const auto connection = connect();
  nghttp2_submit_ping(connection->session(), NGHTTP2_FLAG_NONE, nullptr);
  EXPECT_TRUE(connection->until([&] { return connection->pings == 1; }, soon()));
}

TEST_F(Http2SessionTest, HangsUpOnAFloodOfPings) {
  const auto connection = connect();
  for (int i = 0; i < 20000; ++i) {
    nghttp2_submit_ping(connection->session(), NGHTTP2_FLAG_NONE, nullptr);
  }
  const auto flooded = connection->until([&] { return connection->going_away != 0; }, soon());
  if (flooded) {
    EXPECT_EQ(connection->going_away, NGHTTP2_ENHANCE_YOUR_CALM + 1U);
  } else {
    EXPECT_EQ(flooded.error().code, Code::kUnavailable);  // it hung up while we were sending
  }
}

TEST_F(Http2SessionTest, StopSaysSoAndAnswersWhatIsInFlight) {
  auto connection = connect();
  const auto waiting = connection->ask({.target = "/block"});
  const auto watch = connection->ask({.target = "/stream"});
  ASSERT_TRUE(connection->flush(soon()));
  await_blocked(1);
  feed_.await_open(1);
  std::jthread stopping([&] { server_->stop(); });
  EXPECT_TRUE(connection->until([&] { return connection->going_away != 0; }, soon()));
  EXPECT_EQ(connection->going_away, NGHTTP2_NO_ERROR + 1U);
  const auto watched = connection->finish(watch, soon());
  ASSERT_TRUE(watched);
  EXPECT_EQ(watched->error, 0U);
  release();
  EXPECT_EQ(connection->finish(waiting, soon())->body, "released");
  EXPECT_FALSE(connection->step(soon()));
  EXPECT_TRUE(connection->ended);
  connection.reset();
}

}  // namespace
}  // namespace sluice::http
