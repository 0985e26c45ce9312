// SPDX-License-Identifier: Apache-2.0
#include "base/calendar_time.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(CalendarTime, KnowsEveryYearADocumentMayName) {
  for (const char* text : {"0000-01-01T00:00:00Z", "0001-01-01T00:00:02Z", "1677-01-01T00:00:00Z",
                           "2030-02-28T12:34:56Z", "9999-12-31T23:59:59Z"}) {
    const auto time = parse_calendar_time(text);
    ASSERT_TRUE(time.has_value()) << text;
    EXPECT_EQ(format_calendar_time(*time, 0), text);
  }
}

TEST(CalendarTime, KeepsTheFractionItIsAskedFor) {
  const auto time = parse_calendar_time("0001-01-01T00:00:02.0000125+00:00");
  ASSERT_TRUE(time.has_value());
  EXPECT_EQ(format_calendar_time(*time, 6), "0001-01-01T00:00:02.000012Z");
  EXPECT_EQ(format_calendar_time(*time, 9), "0001-01-01T00:00:02.000012500Z");
}

TEST(CalendarTime, AZoneDoesNotLeadOutOfTheCalendar) {
  EXPECT_FALSE(parse_calendar_time("9999-12-31T23:59:59-01:00").has_value());
  EXPECT_FALSE(parse_calendar_time("0000-01-01T00:00:00+01:00").has_value());
}

}  // namespace
}  // namespace sluice
