// SPDX-License-Identifier: Apache-2.0
#include "http/parser.h"

#include <gtest/gtest.h>

#include <random>

namespace sluice::http {
namespace {

using Kind = MessageParser::Kind;

struct Parsed {
  bool done = false;
  int refusal = 0;  // 0: accepted
  std::size_t used = 0;
  std::string body;
};

// Feeds `text` in pieces of `step` bytes.
Parsed run(MessageParser& parser, std::string_view text, std::size_t step) {
  Parsed parsed;
  while (parsed.used < text.size() && !parser.done()) {
    const auto used = parser.feed(text.substr(parsed.used, step));
    if (!used) {
      parsed.refusal = parser.refusal();
      return parsed;
    }
    parsed.used += *used;
  }
  parsed.done = parser.done();
  parsed.body = parser.body();
  return parsed;
}

Parsed parse_request(std::string_view text, std::size_t step = 1 << 20) {
  MessageParser parser(Kind::kRequest, {.head = 200, .body = 100});
  return run(parser, text, step);
}

TEST(MessageParser, RequestIsTheSameHoweverItIsCutIntoPieces) {
  const std::string text =
      "\r\nPOST /a?b=c HTTP/1.1\r\nHost: x\r\nX-Empty:\r\nContent-Length: 5\r\n\r\nhelloNEXT";
  for (std::size_t step = 1; step < text.size(); ++step) {
    MessageParser parser(Kind::kRequest, {});
    const Parsed parsed = run(parser, text, step);
    ASSERT_TRUE(parsed.done) << step;
    EXPECT_EQ(parsed.used, text.size() - 4);
    EXPECT_EQ(parsed.body, "hello");
    EXPECT_EQ(parser.method(), "POST");
    EXPECT_EQ(parser.target(), "/a?b=c");
    EXPECT_EQ(parser.headers().get("host"), "x");
    EXPECT_TRUE(parser.keep_alive());
  }
}

TEST(MessageParser, ChunkedBodyIsTheSameHoweverItIsCutIntoPieces) {
  const std::string text =
      "PUT / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
      "5;ext=1\r\nhello\r\nA\r\n 123456789\r\n0\r\nTrailer: x\r\n\r\nNEXT";
  for (std::size_t step = 1; step < text.size(); ++step) {
    MessageParser parser(Kind::kRequest, {});
    const Parsed parsed = run(parser, text, step);
    ASSERT_TRUE(parsed.done) << step;
    EXPECT_EQ(parsed.used, text.size() - 4);
    EXPECT_EQ(parsed.body, "hello 123456789");
  }
}

TEST(MessageParser, RefusesWhatAnotherParserMightReadDifferently) {
  const std::pair<const char*, int> cases[] = {
      {"GET / HTTP/1.1\r\n\r\n", 400},  // no Host
      {"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400},
      {"GET / HTTP/1.1\nHost: a\n\n\r\n\r\n", 400},
      {"GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505},
      {"G(T / HTTP/1.1\r\nHost: a\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\x01\r\n\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501},
      {"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400},
      {"PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\na", 400},
  };
  for (const auto& [text, refusal] : cases) {
    for (const std::size_t step : {std::size_t{1}, std::size_t{1000}}) {
      EXPECT_EQ(parse_request(text, step).refusal, refusal) << text;
    }
  }
}

TEST(MessageParser, LimitsHeadAndBody) {
  const std::string head = "GET / HTTP/1.1\r\nHost: x\r\n";
  EXPECT_EQ(parse_request(head + "X: " + std::string(300, 'a') + "\r\n\r\n").refusal, 431);
  EXPECT_EQ(parse_request(head + "Content-Length: 101\r\n\r\n").refusal, 413);
  EXPECT_EQ(parse_request(head + "Transfer-Encoding: chunked\r\n\r\nff\r\n" + std::string(255, 'a'))
                .refusal,
            413);
  EXPECT_TRUE(parse_request(head + "Content-Length: 100\r\n\r\n" + std::string(100, 'a')).done);
}

TEST(MessageParser, ResponseWithoutLengthLastsUntilTheEnd) {
  MessageParser parser(Kind::kResponse, {});
  const Parsed parsed = run(parser, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabc", 4);
  EXPECT_FALSE(parsed.done);
  EXPECT_EQ(parser.status(), 200);
  EXPECT_FALSE(parser.keep_alive());
  EXPECT_TRUE(parser.feed_end());
  EXPECT_TRUE(parser.done());
  EXPECT_EQ(parser.body(), "abc");
}

TEST(MessageParser, EndInTheMiddleOfAFixedBodyIsAnError) {
  MessageParser parser(Kind::kResponse, {});
  run(parser, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabc", 4);
  EXPECT_FALSE(parser.feed_end());
}

TEST(MessageParser, ResponsesThatHaveNoBodyEndWithTheirHead) {
  for (const char* status : {"204 No Content", "304 Not Modified", "100 Continue"}) {
    MessageParser parser(Kind::kResponse, {});
    EXPECT_TRUE(run(parser, std::string("HTTP/1.1 ") + status + "\r\n\r\n", 100).done);
  }
  MessageParser head(Kind::kResponse, {});
  head.expect_no_body();
  EXPECT_TRUE(run(head, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n", 100).done);
}

TEST(MessageParser, RefusesBrokenStatusLines) {
  for (const char* line : {"HTTP/1.1 20 OK", "HTTP/1.1", "HTTP/3 200", "HTTP/1.1 099 x", "200 OK",
                           "HTTP/1.1 2000 OK", "", "HTTP/1.1  200"}) {
    MessageParser parser(Kind::kResponse, {});
    EXPECT_EQ(run(parser, std::string(line) + "\r\n\r\nx\r\n\r\n", 100).refusal, 400) << line;
  }
}

TEST(MessageParser, SurvivesRandomBytesAndMutations) {
  std::mt19937 random(11);
  const std::string good =
      "PUT / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n";
  for (int i = 0; i < 20000; ++i) {
    std::string text = good;
    for (std::size_t n = 1 + random() % 4; n > 0; --n) {
      text[random() % text.size()] = static_cast<char>(random() % 256);
    }
    MessageParser parser(i % 2 == 0 ? Kind::kRequest : Kind::kResponse, {.head = 100, .body = 20});
    const Parsed parsed = run(parser, text, 1 + random() % 20);
    EXPECT_LE(parsed.body.size(), 20U);
  }
}

}  // namespace
}  // namespace sluice::http
