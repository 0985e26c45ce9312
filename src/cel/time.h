// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cel/value.h"

namespace sluice::cel {

// RFC 3339 with any fraction and zone; nothing for other texts and for years outside 1 to 9999.
std::optional<Timestamp> parse_timestamp(std::string_view text);

// UTC, with as many digits of the fraction as say something.
std::string format_timestamp(Timestamp time);

// Go's notation: "1h30m", "-1.5s", "100ms".
std::optional<Duration> parse_duration(std::string_view text);

// Seconds: "90s", "0.5s".
std::string format_duration(Duration duration);

bool in_range(Timestamp time);

// A time of day somewhere on earth.
struct CivilTime {
  std::int64_t year = 1970;
  int month = 1;  // 1 to 12
  int day = 1;    // 1 to 31
  int hour = 0;
  int minute = 0;
  int second = 0;
  int weekday = 0;      // 0 is Sunday
  int day_of_year = 0;  // from 0
};

CivilTime civil_time(std::int64_t seconds);

// Days since 1970 of a date in the Gregorian calendar.
std::int64_t days_from_civil(std::int64_t year, int month, int day);

}  // namespace sluice::cel
