// SPDX-License-Identifier: Apache-2.0
#include "http/inflater.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include "http/compression.h"

namespace sluice::http {
namespace {

std::string deflated(const std::string& text, int bits) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, bits, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

// All of it, given in pieces; "damaged" or "cut off" otherwise.
std::string unpacked(Inflater::Form form, const std::string& body, std::size_t piece) {
  Inflater inflater(form);
  std::string out;
  for (std::size_t at = 0; at < body.size(); at += piece) {
    inflater.feed(body.substr(at, piece));
    while (!inflater.wants_input()) {
      const std::size_t before = out.size();
      if (!inflater.take(out)) {
        return "damaged";
      }
      EXPECT_LE(out.size() - before, 64U * 1024);
    }
  }
  return inflater.is_whole() ? out : "cut off";
}

TEST(Inflater, UnpacksAllFormsInPieces) {
  const std::string text = "hello " + std::string(300'000, 'x');
  for (const std::size_t piece : {std::size_t{1}, std::size_t{7}, std::size_t{100'000}}) {
    EXPECT_EQ(unpacked(Inflater::Form::kGzip, gzip(text), piece), text);
    EXPECT_EQ(unpacked(Inflater::Form::kDeflate, deflated(text, MAX_WBITS), piece), text);
    EXPECT_EQ(unpacked(Inflater::Form::kDeflate, deflated(text, -MAX_WBITS), piece), text);
    EXPECT_EQ(unpacked(Inflater::Form::kGzip, gzip("a") + gzip("b"), piece), "ab");
  }
  EXPECT_EQ(unpacked(Inflater::Form::kGzip, "", 1), "");
}

TEST(Inflater, TellsDamageFromTheEnd) {
  EXPECT_EQ(unpacked(Inflater::Form::kGzip, "not gzip", 3), "damaged");
  const std::string body = gzip(std::string(1000, 'x') + "y");
  EXPECT_EQ(unpacked(Inflater::Form::kGzip, body.substr(0, body.size() - 1), 100), "cut off");
}

}  // namespace
}  // namespace sluice::http
