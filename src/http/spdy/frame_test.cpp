// SPDX-License-Identifier: Apache-2.0
#include "http/spdy/frame.h"

#include <gtest/gtest.h>

namespace sluice::http {
namespace {

TEST(SpdyFrame, WritesControlFrames) {
  EXPECT_EQ(spdy_control(SpdyType::kPing, 0, std::string("\0\0\0\1", 4)),
            std::string("\x80\x03\0\x06\0\0\0\x04\0\0\0\x01", 12));
}

TEST(SpdyFrame, ReadsBackItsHeaders) {
  const auto control = parse_spdy_header(spdy_control(SpdyType::kSynStream, kSpdyFinal, "abc"));
  EXPECT_TRUE(control.control);
  EXPECT_EQ(control.version, 3);
  EXPECT_EQ(control.type, SpdyType::kSynStream);
  EXPECT_EQ(control.flags, kSpdyFinal);
  EXPECT_EQ(control.size, 3U);
  const auto data = parse_spdy_header(spdy_data(0x01020304, 0, std::string(70'000, 'x')));
  EXPECT_FALSE(data.control);
  EXPECT_EQ(data.stream_id, 0x01020304U);
  EXPECT_EQ(data.size, 70'000U);
}

TEST(SpdyFrame, NumbersAreBigEndian) {
  std::string text;
  append_spdy_number(0x01020304, text);
  EXPECT_EQ(text, "\x01\x02\x03\x04");
  EXPECT_EQ(spdy_number(text), 0x01020304U);
}

}  // namespace
}  // namespace sluice::http
