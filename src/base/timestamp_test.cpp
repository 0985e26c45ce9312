// SPDX-License-Identifier: Apache-2.0
#include "base/timestamp.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

const WallTime kMoment = FakeClock().now() + std::chrono::microseconds(1500);

TEST(Timestamp, FormatsInThreeGrains) {
  EXPECT_EQ(format_rfc3339(kMoment), "2030-01-01T00:00:00Z");
  EXPECT_EQ(format_rfc3339_micro(kMoment), "2030-01-01T00:00:00.001500Z");
  EXPECT_EQ(format_rfc3339_nano(kMoment), "2030-01-01T00:00:00.001500000Z");
}

TEST(Timestamp, ParsesWhatItWrites) {
  EXPECT_EQ(parse_rfc3339(format_rfc3339_nano(kMoment)), kMoment);
}

TEST(Timestamp, HonoursTheZoneOffset) {
  EXPECT_EQ(parse_rfc3339("2030-01-01T02:00:00+02:00"), parse_rfc3339("2030-01-01T00:00:00Z"));
}

TEST(Timestamp, RefusesWhatIsNotATime) {
  for (const char* text :
       {"", "2030-01-01", "2030-13-01T00:00:00Z", "2030-01-01T00:00:00", "2030-02-29T00:00:00Z",
        "2030-01-01T00:00:00.Z", "2030-01-01T00:00:00Zx", "yesterday"}) {
    EXPECT_FALSE(parse_rfc3339(text).has_value()) << text;
  }
}

TEST(Timestamp, RefusesTimesItCannotHold) {
  EXPECT_TRUE(parse_rfc3339("1678-01-01T00:00:00Z").has_value());
  EXPECT_TRUE(parse_rfc3339("2261-12-31T23:59:59.999999999Z").has_value());
  for (const char* text : {"0001-01-01T00:00:00Z", "1677-01-01T00:00:00Z", "2263-01-01T00:00:00Z",
                           "9999-12-31T23:59:59Z"}) {
    const auto parsed = parse_rfc3339(text);
    ASSERT_FALSE(parsed.has_value()) << text;
    EXPECT_NE(parsed.error().message.find("out of range"), std::string::npos);
  }
}

}  // namespace
}  // namespace sluice
