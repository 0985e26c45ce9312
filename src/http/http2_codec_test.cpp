// SPDX-License-Identifier: Apache-2.0
#include "http/http2_codec.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace sluice::http {
namespace {

constexpr std::string_view kPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

std::string frame(int type, int flags, std::uint32_t stream, std::string_view payload = "") {
  const auto byte = [](std::size_t value) { return static_cast<char>(value & 0xff); };
  std::string out = {byte(payload.size() >> 16),
                     byte(payload.size() >> 8),
                     byte(payload.size()),
                     byte(static_cast<std::size_t>(type)),
                     byte(static_cast<std::size_t>(flags)),
                     byte(stream >> 24),
                     byte(stream >> 16),
                     byte(stream >> 8),
                     byte(stream)};
  return out.append(payload);
}

enum : int { kData = 0, kHeaders = 1, kPriority = 2, kSettings = 4, kPing = 6, kContinuation = 9 };
enum : int { kEndStream = 1, kEndHeaders = 4 };

// ":method GET, :scheme https, :path /" by index, ":authority a" and more fields as literals.
std::string get_block(std::string_view more = "") {
  std::string block(
      "\x82\x87\x84\x41\x01"
      "a");
  return block.append(more);
}

std::string literal(std::string_view name, std::string_view value) {
  std::string out("\0", 1);
  out += static_cast<char>(name.size());
  out += name;
  out += static_cast<char>(value.size());
  return out.append(value);
}

class Http2CodecTest : public testing::Test, protected Http2Codec::Owner {
 protected:
  void on_arriving(Http2Codec::StreamId) override { ++arriving_; }
  void on_request(Http2Codec::StreamId id, Http2Codec::Incoming request) override {
    requests_[id] = std::move(request);
  }
  void on_closed(Http2Codec::StreamId id) override { closed_.push_back(id); }
  Http2Codec::Piece read_body(Http2Codec::StreamId, std::span<char> into) override {
    into[0] = 'x';
    return {.bytes = 1, .then = Http2Codec::Piece::Then::kEnd};
  }

  Result<void> start() { return codec_.receive(std::string(kPreface) + frame(kSettings, 0, 0)); }
  std::string output() {
    std::string all;
    while (codec_.produce(all)) {
    }
    return all;
  }

  std::map<Http2Codec::StreamId, Http2Codec::Incoming> requests_;
  std::vector<Http2Codec::StreamId> closed_;
  int arriving_ = 0;
  Http2Codec codec_{*this, {.head = 300, .body = 10, .idle_frames = 20}};
};

TEST_F(Http2CodecTest, PutsARequestTogether) {
  ASSERT_TRUE(start());
  ASSERT_TRUE(codec_.receive(frame(kHeaders, kEndHeaders, 1, get_block(literal("x-a", "b")))));
  ASSERT_TRUE(codec_.receive(frame(kData, 0, 1, "he")));
  EXPECT_TRUE(requests_.empty());
  ASSERT_TRUE(codec_.receive(frame(kData, kEndStream, 1, "llo")));
  const auto& request = requests_.at(1);
  EXPECT_EQ(request.refusal, 0);
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.target, "/");
  EXPECT_EQ(request.headers.get("Host"), "a");
  EXPECT_EQ(request.headers.get("X-A"), "b");
  EXPECT_EQ(request.body, "hello");
}

TEST_F(Http2CodecTest, IgnoresTrailers) {
  ASSERT_TRUE(start());
  ASSERT_TRUE(codec_.receive(frame(kHeaders, kEndHeaders, 1, get_block())));
  ASSERT_TRUE(codec_.receive(frame(kData, 0, 1, "x")));
  ASSERT_TRUE(codec_.receive(frame(kHeaders, kEndHeaders | kEndStream, 1, literal("late", "y"))));
  EXPECT_EQ(requests_.at(1).body, "x");
  EXPECT_EQ(requests_.at(1).headers.get("late"), "");
}

TEST_F(Http2CodecTest, RefusesWhatIsOverALimit) {
  ASSERT_TRUE(start());
  ASSERT_TRUE(codec_.receive(frame(kHeaders, kEndHeaders, 1, get_block())));
  ASSERT_TRUE(codec_.receive(frame(kData, 0, 1, "12345678901")));
  EXPECT_EQ(requests_.at(1).refusal, 413);
  ASSERT_TRUE(codec_.receive(frame(kData, kEndStream, 1, "more")));
  const std::string wide = get_block(literal("a", std::string(100, 'x')) + literal("b", "y") +
                                     literal("c", std::string(100, 'z')));
  ASSERT_TRUE(codec_.receive(frame(kHeaders, kEndHeaders, 3, wide)));
  EXPECT_EQ(requests_.at(3).refusal, 431);
}

TEST_F(Http2CodecTest, ResetsAfterAnAnswerThePeerDidNotWaitFor) {
  ASSERT_TRUE(start());
  ASSERT_TRUE(codec_.receive(frame(kHeaders, kEndHeaders, 1, get_block())));
  ASSERT_TRUE(codec_.receive(frame(kData, 0, 1, "12345678901")));
  output();
  Response response;
  response.status = 413;
  codec_.respond(1, response, Http2Codec::Body::kNone);
  EXPECT_TRUE(output().ends_with(frame(3, 0, 1, std::string(4, '\0'))));
  EXPECT_EQ(closed_, std::vector<Http2Codec::StreamId>{1});
}

TEST_F(Http2CodecTest, EndsConnectionsThatSendNoHttp2) {
  EXPECT_FALSE(codec_.receive("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  EXPECT_TRUE(codec_.finished());
}

TEST_F(Http2CodecTest, EndsConnectionsThatOnlyMakeWork) {
  const std::pair<std::string, std::string> nuisances[] = {
      {"ping", frame(kPing, 0, 0, "12345678")},
      {"settings", frame(kSettings, 0, 0)},
      {"priority", frame(kPriority, 0, 5, "12345")},
      {"empty data", frame(kData, 0, 1)},
  };
  for (const auto& [name, one] : nuisances) {
    Http2Codec codec(*this, {.idle_frames = 20});
    ASSERT_TRUE(codec.receive(std::string(kPreface) + frame(kSettings, 0, 0) +
                              frame(kHeaders, kEndHeaders, 1, get_block())));
    bool ended = false;
    for (int i = 0; i < 50 && !ended; ++i) {
      ended = !codec.receive(one);
    }
    EXPECT_TRUE(ended) << name;
    std::string goodbye;
    while (codec.produce(goodbye)) {
    }
    EXPECT_NE(goodbye.find(std::string("\0\0\0\x0b", 4)), std::string::npos) << name;
  }
}

TEST_F(Http2CodecTest, ForgivesPingsOverTime) {
  ASSERT_TRUE(start());
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(codec_.receive(frame(kPing, 0, 0, "12345678")));
    output();
    codec_.forgive();
  }
}

TEST_F(Http2CodecTest, EndsEndlessHeaders) {
  ASSERT_TRUE(start());
  ASSERT_TRUE(codec_.receive(frame(kHeaders, 0, 1, get_block())));
  bool ended = false;
  for (int i = 0; i < 20 && !ended; ++i) {
    ended = !codec_.receive(frame(kContinuation, 0, 1, literal("a", "b")));
    output();
    ended = ended || codec_.finished();
  }
  EXPECT_TRUE(ended);
}

TEST_F(Http2CodecTest, EndsRapidResets) {
  ASSERT_TRUE(start());
  bool ended = false;
  std::uint32_t id = 1;
  for (; id < 10000 && !ended; id += 2) {
    ended = !codec_.receive(frame(kHeaders, kEndHeaders | kEndStream, id, get_block()) +
                            frame(3, 0, id, std::string("\0\0\0\x08", 4)));
    output();
    ended = ended || codec_.finished();
  }
  EXPECT_TRUE(ended);
  EXPECT_GT(id, 1000U);
}

TEST_F(Http2CodecTest, TakesNoNewStreamsAfterGoingAway) {
  ASSERT_TRUE(start());
  ASSERT_TRUE(codec_.receive(frame(kHeaders, kEndHeaders | kEndStream, 1, get_block())));
  codec_.go_away();
  output();
  EXPECT_FALSE(codec_.finished());
  ASSERT_TRUE(codec_.receive(frame(kHeaders, kEndHeaders | kEndStream, 3, get_block())));
  EXPECT_EQ(requests_.count(3), 0U);
  codec_.respond(1, Response(), Http2Codec::Body::kNone);
  output();
  EXPECT_TRUE(codec_.finished());
}

}  // namespace
}  // namespace sluice::http
