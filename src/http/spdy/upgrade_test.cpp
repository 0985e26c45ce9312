// SPDX-License-Identifier: Apache-2.0
#include "http/spdy/upgrade.h"

#include <gtest/gtest.h>

#include "http/spdy/test_peer.h"

namespace sluice::http {
namespace {

using State = Stream::State;

// Every stream is a pair of pipes, by id; "refuse" as a type is refused.
struct Streams {
  std::map<std::uint32_t, PipePair> channels;
  SpdyEndpoint::Phase phase = SpdyEndpoint::Phase::kOpen;
};

class TestEndpoint final : public SpdyEndpoint {
 public:
  explicit TestEndpoint(Streams& streams) : streams_(streams) {}
  Result<PipePair> accept(std::uint32_t id, const Headers& headers) override {
    if (headers.get("streamtype") == "refuse") {
      return fail(Code::kBadRequest, "refused");
    }
    streams_.channels[id] = {std::make_shared<BytePipe>(8), std::make_shared<BytePipe>()};
    return streams_.channels[id];
  }
  Phase phase() const override { return streams_.phase; }
  void set_ready(std::function<void()>) override {}

 private:
  Streams& streams_;
};

class SpdyUpgradeTest : public testing::Test {
 protected:
  void open(std::uint32_t id, const std::string& type, std::uint8_t flags = 0) {
    peer_.open(id, {{"streamType", type}}, flags);
  }
  void give(const std::string& bytes) { peer_.give(bytes); }
  std::vector<SpdyTestPeer::Frame> frames() { return peer_.frames(); }
  static std::string text_of(BytePipe& pipe) {
    std::string text;
    pipe.read(text);
    return text;
  }

  Streams streams_;
  SpdyUpgrade upgrade_{std::make_unique<TestEndpoint>(streams_)};
  SpdyTestPeer peer_{upgrade_};
};

TEST_F(SpdyUpgradeTest, RepliesToNewStreamsAndCarriesData) {
  open(1, "data");
  open(3, "error", kSpdyFinal);
  ASSERT_EQ(streams_.channels.size(), 2U);
  give(spdy_data(1, kSpdyFinal, "hello"));
  EXPECT_EQ(text_of(*streams_.channels[1].from_peer), "hello");
  std::string text;
  EXPECT_EQ(streams_.channels[1].from_peer->read(text), State::kEnd);
  EXPECT_EQ(streams_.channels[3].from_peer->read(text), State::kEnd);
  streams_.channels[1].to_peer->write("world");
  streams_.channels[1].to_peer->end();
  const auto sent = frames();
  ASSERT_EQ(sent.size(), 4U);
  EXPECT_EQ(sent[0].header.type, SpdyType::kSynReply);
  EXPECT_EQ(sent[1].header.type, SpdyType::kSynReply);
  EXPECT_EQ(sent[2].header.stream_id, 1U);
  EXPECT_EQ(sent[2].payload, "world");
  EXPECT_EQ(sent[3].header.flags, kSpdyFinal);
  EXPECT_EQ(peer_.state(), State::kPending);
}

TEST_F(SpdyUpgradeTest, StopsTakingWhileAPipeIsFull) {
  open(1, "data");
  const std::string bytes = spdy_data(1, kSpdyFinal, "0123456789");
  const std::size_t used = upgrade_.take(bytes);
  EXPECT_EQ(used, kSpdyHeaderSize + 8);
  EXPECT_EQ(upgrade_.take(std::string_view(bytes).substr(used)), 0U);
  EXPECT_EQ(text_of(*streams_.channels[1].from_peer), "01234567");
  EXPECT_EQ(upgrade_.take(std::string_view(bytes).substr(used)), 2U);
  EXPECT_EQ(text_of(*streams_.channels[1].from_peer), "89");
}

TEST_F(SpdyUpgradeTest, UnderstandsInputByteByByte) {
  Headers headers;
  headers.add("streamtype", "data");
  std::string input("\0\0\0\1\0\0\0\0\0\0", 10);
  input = spdy_control(SpdyType::kSynStream, 0, input + SpdyHeaderWriter().write(headers)) +
          spdy_data(1, 0, "abc");
  for (const char c : input) {
    give(std::string(1, c));
  }
  EXPECT_EQ(text_of(*streams_.channels[1].from_peer), "abc");
}

TEST_F(SpdyUpgradeTest, AnswersPings) {
  give(spdy_control(SpdyType::kPing, 0, std::string("\0\0\0\7", 4)));
  give(spdy_control(SpdyType::kPing, 0, std::string("\0\0\0\2", 4)));
  give(spdy_control(SpdyType::kSettings, 0, std::string(4, '\0')));
  const auto sent = frames();
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0].header.type, SpdyType::kPing);
  EXPECT_EQ(sent[0].payload, std::string("\0\0\0\7", 4));
}

TEST_F(SpdyUpgradeTest, RefusesStreamsThatAreNotWanted) {
  open(1, "refuse");
  open(2, "data");
  open(5, "data");
  open(3, "data");
  const auto sent = frames();
  ASSERT_EQ(sent.size(), 4U);
  EXPECT_EQ(sent[0].header.type, SpdyType::kRstStream);
  EXPECT_EQ(sent[0].payload, std::string("\0\0\0\1\0\0\0\3", 8));
  EXPECT_EQ(sent[1].payload, std::string("\0\0\0\2\0\0\0\1", 8)) << "even numbers are ours";
  EXPECT_EQ(sent[2].header.type, SpdyType::kSynReply);
  EXPECT_EQ(sent[3].payload, std::string("\0\0\0\3\0\0\0\1", 8)) << "numbers only grow";
}

TEST_F(SpdyUpgradeTest, LetsGoOfAStreamThatIsReset) {
  open(1, "data");
  give(spdy_control(SpdyType::kRstStream, 0, std::string("\0\0\0\1\0\0\0\5", 8)));
  EXPECT_TRUE(streams_.channels[1].to_peer->abandoned());
  give(spdy_data(1, 0, "late data is thrown away"));
}

TEST_F(SpdyUpgradeTest, GivesWindowsToPeersThatWaitForThem) {
  open(1, "data");
  frames();
  for (int i = 0; i < 4096; ++i) {
    give(spdy_data(1, 0, "8 bytes!"));
    text_of(*streams_.channels[1].from_peer);
  }
  const auto sent = frames();
  ASSERT_EQ(sent.size(), 2U);
  EXPECT_EQ(sent[0].header.type, SpdyType::kWindowUpdate);
  EXPECT_EQ(sent[0].payload, std::string("\0\0\0\1\0\0\x80\0", 8));
  EXPECT_EQ(sent[1].payload, std::string("\0\0\0\0\0\0\x80\0", 8));
}

TEST_F(SpdyUpgradeTest, SaysGoodbyeWhenAllIsSent) {
  open(1, "data");
  frames();
  streams_.phase = SpdyEndpoint::Phase::kComplete;
  EXPECT_TRUE(frames().empty());
  EXPECT_EQ(peer_.state(), State::kPending);
  streams_.channels[1].to_peer->write("last");
  streams_.channels[1].to_peer->end();
  const auto sent = frames();
  ASSERT_EQ(sent.size(), 3U);
  EXPECT_EQ(sent[0].payload, "last");
  EXPECT_EQ(sent[2].header.type, SpdyType::kGoAway);
  EXPECT_EQ(peer_.state(), State::kEnd);
}

TEST_F(SpdyUpgradeTest, GivesUpOnBrokenInput) {
  give(spdy_control(SpdyType::kSynStream, 0, std::string(10, '\0') + "garbage"));
  const auto sent = frames();
  ASSERT_EQ(sent.size(), 1U);
  EXPECT_EQ(sent[0].header.type, SpdyType::kGoAway);
  EXPECT_EQ(peer_.state(), State::kEnd);
}

TEST_F(SpdyUpgradeTest, EndsWithThePeer) {
  open(1, "data");
  upgrade_.take_end();
  frames();
  EXPECT_EQ(peer_.state(), State::kEnd);
}

}  // namespace
}  // namespace sluice::http
