// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/clock.h"
#include "http/spdy/test_peer.h"
#include "streams/remote_command.h"
#include "streams/test_pods.h"

namespace sluice::streams {
namespace {

using State = Stream::State;

class SpdyCommandTest : public testing::Test {
 protected:
  void start(CommandStreams wanted, std::vector<std::string> command) {
    auto remote = std::make_shared<RemoteCommand>(wanted, true);
    const client::ProcessRequest request{
        .pod = {"default", "p"}, .container = "c", .command = std::move(command)};
    remote->set_process(pods_.exec(request, remote->streams(), remote->on_exit(request)).value());
    StreamProtocol protocol;
    protocol.name = "v4.channel.k8s.io";
    upgrade_ = spdy_command(protocol, std::move(remote), clock_, alarms_);
    upgrade_->set_ready([] {});
    peer_.emplace(*upgrade_);
  }
  void open(std::uint32_t id, const std::string& type) { peer_->open(id, {{"streamType", type}}); }

  FakeClock clock_;
  AlarmClock alarms_{clock_};
  TestPods pods_;
  std::unique_ptr<http::Upgrade> upgrade_;
  std::optional<http::SpdyTestPeer> peer_;
};

TEST_F(SpdyCommandTest, RunsOverTheStreamsThatTheClientOpens) {
  start({.in = true, .out = true, .err = true, .tty = true}, {"cat"});
  open(1, "error");
  open(3, "stdin");
  open(5, "stdout");
  open(7, "stderr");
  open(9, "resize");
  auto frames = peer_->frames();
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 5), "in c:");
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 7), "warning");
  peer_->give(http::spdy_data(9, 0, R"({"Width":80,"Height":24}{"Width":81,"Height":24})"));
  EXPECT_EQ(pods_.sizes.size(), 2U);
  peer_->give(http::spdy_data(3, http::kSpdyFinal, "hello"));
  frames = peer_->frames();
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 5), "hello|");
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 1), R"({"metadata":{},"status":"Success"}|)");
  EXPECT_EQ(frames.back().header.type, http::SpdyType::kGoAway);
  EXPECT_EQ(peer_->state(), State::kEnd);
}

TEST_F(SpdyCommandTest, WaitsForTheStreamsOfACommandThatIsOverAlready) {
  start({.out = true}, {"exit", "7"});
  EXPECT_TRUE(peer_->frames().empty());
  EXPECT_EQ(peer_->state(), State::kPending);
  open(1, "error");
  open(3, "stdout");
  const auto frames = peer_->frames();
  EXPECT_EQ(http::SpdyTestPeer::data_of(frames, 3), "in c:|");
  EXPECT_NE(http::SpdyTestPeer::data_of(frames, 1).find("NonZeroExitCode"), std::string::npos);
  EXPECT_EQ(peer_->state(), State::kEnd);
}

TEST_F(SpdyCommandTest, RefusesStreamsThatWereNotAskedFor) {
  start({.out = true}, {"exit", "0"});
  open(1, "stdin");
  open(3, "stdout");
  open(5, "stdout");
  const auto frames = peer_->frames();
  ASSERT_GE(frames.size(), 3U);
  EXPECT_EQ(frames[0].header.type, http::SpdyType::kRstStream);
  EXPECT_EQ(frames[1].header.type, http::SpdyType::kSynReply);
  EXPECT_EQ(frames[2].header.type, http::SpdyType::kRstStream);
}

TEST_F(SpdyCommandTest, GivesUpOnClientsThatDoNotOpenTheirStreams) {
  start({.in = true, .out = true}, {"cat"});
  open(1, "error");
  peer_->frames();
  EXPECT_EQ(peer_->state(), State::kPending);
  clock_.advance(std::chrono::seconds(30));
  peer_->frames();
  EXPECT_EQ(peer_->state(), State::kEnd);
}

}  // namespace
}  // namespace sluice::streams
