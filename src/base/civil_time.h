// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sluice {

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

}  // namespace sluice
