// SPDX-License-Identifier: Apache-2.0
#include "http/wire.h"

#include <gtest/gtest.h>

namespace sluice::http {
namespace {

TEST(ResponseHead, StatesLengthOrChunksOrClose) {
  Response response;
  response.body = "hello";
  EXPECT_EQ(response_head(response, Framing::kLength, true),
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n");
  EXPECT_EQ(response_head(response, Framing::kChunked, true),
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: "
            "chunked\r\n\r\n");
  EXPECT_EQ(response_head(response, Framing::kUntilClose, false),
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n");
}

TEST(ResponseHead, NotModifiedHasNoBodyHeaders) {
  Response response;
  response.status = 304;
  EXPECT_EQ(response_head(response, Framing::kLength, true), "HTTP/1.1 304 Not Modified\r\n\r\n");
}

TEST(ResponseHead, ValuesCannotStartNewLines) {
  Response response;
  response.headers.add("Warning", "299 - \"a\r\nSet-Cookie: x\"");
  EXPECT_EQ(response_head(response, Framing::kLength, true).find("\r\nSet-Cookie"),
            std::string::npos);
}

TEST(AppendChunk, WritesSizeInHexAndSkipsEmptyInput) {
  std::string out;
  append_chunk("", out);
  append_chunk(std::string(26, 'a'), out);
  EXPECT_EQ(out, "1a\r\n" + std::string(26, 'a') + "\r\n");
}

TEST(PlainResponse, IsAShortText) {
  const Response response = plain_response(413, "too large");
  EXPECT_EQ(response.status, 413);
  EXPECT_EQ(response.body, "too large\n");
}

}  // namespace
}  // namespace sluice::http
