// SPDX-License-Identifier: Apache-2.0
#include "base/cron_schedule.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/timestamp.h"

namespace sluice {
namespace {

std::string next(const char* schedule, const char* after, const char* zone = "") {
  const auto start =
      std::chrono::duration_cast<std::chrono::seconds>(parse_rfc3339(after)->time_since_epoch());
  const auto parsed = CronSchedule::parse(schedule);
  if (!parsed) {
    return parsed.error().message;
  }
  const auto found = parsed->next(start.count(), Zone::find(zone).value());
  return found ? format_rfc3339(WallTime(std::chrono::seconds(*found))) : "never";
}

TEST(CronSchedule, FindsTheNextTime) {
  const char* now = "2030-01-01T12:34:56Z";  // a Tuesday
  EXPECT_EQ(next("* * * * *", now), "2030-01-01T12:35:00Z");
  EXPECT_EQ(next("*/1 * * * ?", now), "2030-01-01T12:35:00Z");
  EXPECT_EQ(next("*/15 * * * *", now), "2030-01-01T12:45:00Z");
  EXPECT_EQ(next("30 * * * *", now), "2030-01-01T13:30:00Z");
  EXPECT_EQ(next("0 8-10,14 * * *", now), "2030-01-01T14:00:00Z");
  EXPECT_EQ(next("0 0 * * mon", now), "2030-01-07T00:00:00Z");
  EXPECT_EQ(next("0 0 1 * *", now), "2030-02-01T00:00:00Z");
  EXPECT_EQ(next("0 0 29 feb *", now), "2032-02-29T00:00:00Z");
  EXPECT_EQ(next("5/20 * * * *", now), "2030-01-01T12:45:00Z");
  EXPECT_EQ(next("* * * * *", "2030-01-01T12:34:00Z"), "2030-01-01T12:35:00Z");
}

TEST(CronSchedule, DaysOfMonthAndWeekAreAlternativesUnlessOneIsAny) {
  EXPECT_EQ(next("0 0 13 * fri", "2030-09-01T00:00:00Z"), "2030-09-06T00:00:00Z");
  EXPECT_EQ(next("0 0 13 * *", "2030-09-01T00:00:00Z"), "2030-09-13T00:00:00Z");
  EXPECT_EQ(next("0 0 31 2 *", "2030-09-01T00:00:00Z"), "never");
}

TEST(CronSchedule, KnowsNamesAndDistances) {
  EXPECT_EQ(next("@hourly", "2030-01-01T12:34:56Z"), "2030-01-01T13:00:00Z");
  EXPECT_EQ(next("@daily", "2030-01-01T12:34:56Z"), "2030-01-02T00:00:00Z");
  EXPECT_EQ(next("@weekly", "2030-01-01T12:34:56Z"), "2030-01-06T00:00:00Z");
  EXPECT_EQ(next("@yearly", "2030-01-01T12:34:56Z"), "2031-01-01T00:00:00Z");
  EXPECT_EQ(next("@every 1h30m", "2030-01-01T12:00:00Z"), "2030-01-01T13:30:00Z");
}

TEST(CronSchedule, FollowsTheClocksOfAZone) {
  EXPECT_EQ(next("0 9 * * *", "2030-01-01T00:00:00Z", "+02:00"), "2030-01-01T07:00:00Z");
  if (!std::filesystem::exists("/usr/share/zoneinfo/Europe/Berlin")) {
    GTEST_SKIP() << "no zone database here";
  }
  EXPECT_EQ(next("0 9 * * *", "2030-01-01T00:00:00Z", "Europe/Berlin"), "2030-01-01T08:00:00Z");
  EXPECT_EQ(next("0 9 * * *", "2030-07-01T00:00:00Z", "Europe/Berlin"), "2030-07-01T07:00:00Z");
  EXPECT_EQ(next("30 2 * * *", "2030-03-31T00:00:00Z", "Europe/Berlin"), "2030-04-01T00:30:00Z")
      << "skipped by the change of clocks";
  EXPECT_EQ(next("30 2 * * *", "2030-10-27T00:30:00Z", "Europe/Berlin"), "2030-10-27T01:30:00Z")
      << "repeated by it";
}

TEST(CronSchedule, SaysWhatIsWrong) {
  const char* now = "2030-01-01T00:00:00Z";
  EXPECT_EQ(next("", now), "empty spec string");
  EXPECT_EQ(next("error schedule", now), "expected exactly 5 fields, found 2: [error schedule]");
  EXPECT_EQ(next("x * * * *", now),
            "failed to parse int from x: strconv.Atoi: parsing \"x\": invalid syntax");
  EXPECT_EQ(next("60 * * * *", now), "end of range (60) above maximum (59): 60");
  EXPECT_EQ(next("* * 0 * *", now), "beginning of range (0) below minimum (1): 0");
  EXPECT_EQ(next("* 5-3 * * *", now), "beginning of range (5) beyond end of range (3): 5-3");
  EXPECT_EQ(next("*/0 * * * *", now), "step of range should be a positive number: */0");
  EXPECT_EQ(next("1-2-3 * * * *", now), "too many hyphens: 1-2-3");
  EXPECT_EQ(next("1/2/3 * * * *", now), "too many slashes: 1/2/3");
  EXPECT_EQ(next("@often", now), "unrecognized descriptor: @often");
}

}  // namespace
}  // namespace sluice
