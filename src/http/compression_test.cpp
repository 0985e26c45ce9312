// SPDX-License-Identifier: Apache-2.0
#include "http/compression.h"

#include <gtest/gtest.h>
#include <zlib.h>

namespace sluice::http {
namespace {

std::string unzip(const std::string& bytes, std::size_t size) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
  std::string text(size + 1, '\0');
  std::string input = bytes;
  stream.next_in = reinterpret_cast<Bytef*>(input.data());
  stream.avail_in = static_cast<uInt>(input.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  text.resize(stream.total_out);
  inflateEnd(&stream);
  return text;
}

Response answer(std::string body, const char* accepted) {
  Request request;
  request.headers.add("Accept-Encoding", accepted);
  Response response;
  response.body = std::move(body);
  return compressed(request, std::move(response));
}

TEST(Compression, LargeBodiesAreCompressedForThoseWhoAccept) {
  std::string body;
  while (body.size() < 300'000) {
    body += "{\"name\":\"pod-" + std::to_string(body.size()) + "\"},";
  }
  const Response response = answer(body, "deflate, gzip");
  EXPECT_EQ(response.headers.get("Content-Encoding"), "gzip");
  EXPECT_EQ(response.headers.get("Vary"), "Accept-Encoding");
  EXPECT_LT(response.body.size(), body.size() / 3);
  EXPECT_EQ(unzip(response.body, body.size()), body);
}

TEST(Compression, OtherAnswersStayAsTheyAre) {
  for (const char* accepted : {"", "identity", "br, gzipped"}) {
    EXPECT_EQ(answer(std::string(200'000, 'x'), accepted).body.size(), 200'000U) << accepted;
  }
  const Response small = answer(std::string(128 * 1024, 'x'), "gzip");
  EXPECT_EQ(small.body.size(), 128U * 1024);
  EXPECT_TRUE(small.headers.get("Content-Encoding").empty());
}

TEST(Compression, EvenWhatDoesNotShrinkFits) {
  std::string noise;
  unsigned state = 1;
  while (noise.size() < 200'000) {
    state = state * 1664525U + 1013904223U;
    noise += static_cast<char>(state >> 24U);
  }
  EXPECT_EQ(unzip(gzip(noise), noise.size()), noise);
  EXPECT_EQ(unzip(gzip(""), 0), "");
}

}  // namespace
}  // namespace sluice::http
