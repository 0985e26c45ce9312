// SPDX-License-Identifier: Apache-2.0
#include "cel/time.h"

#include <gtest/gtest.h>

namespace sluice::cel {
namespace {

TEST(Time, ParsesAndFormatsTimestamps) {
  EXPECT_EQ(format_timestamp(*parse_timestamp("2009-02-13T23:31:30Z")), "2009-02-13T23:31:30Z");
  EXPECT_EQ(parse_timestamp("2009-02-13T23:31:30Z")->seconds, 1234567890);
  EXPECT_EQ(format_timestamp(*parse_timestamp("2009-02-13T23:31:30.120+02:00")),
            "2009-02-13T21:31:30.12Z");
  EXPECT_EQ(parse_timestamp("0001-01-01T00:00:00Z")->seconds, -62135596800);
  EXPECT_EQ(parse_timestamp("9999-12-31T23:59:59Z")->seconds, 253402300799);
  for (const char* bad : {"", "2009", "2009-02-30T00:00:00Z", "2009-02-13", "2009-02-13T24:00:00Z",
                          "0000-01-01T00:00:00Z", "2009-02-13T23:31:30", "2009-02-13T23:31:30.Z"}) {
    EXPECT_FALSE(parse_timestamp(bad).has_value()) << bad;
  }
}

TEST(Time, ParsesAndFormatsDurations) {
  EXPECT_EQ(parse_duration("1h30m")->nanos, 5'400'000'000'000);
  EXPECT_EQ(parse_duration("-1.5s")->nanos, -1'500'000'000);
  EXPECT_EQ(parse_duration("100us")->nanos, 100'000);
  EXPECT_EQ(parse_duration("0")->nanos, 0);
  EXPECT_EQ(format_duration({90'000'000'000}), "90s");
  EXPECT_EQ(format_duration({1'500'000'000}), "1.5s");
  for (const char* bad : {"", "1", "s", "1x", "9999999h", "1.s.", "--1s"}) {
    EXPECT_FALSE(parse_duration(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace sluice::cel
