// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace sluice {

// A moment of the years 0 to 9999, which is what documents may say and more than a WallTime holds.
struct CalendarTime {
  static constexpr std::int64_t kEarliest = -62'167'219'200;
  static constexpr std::int64_t kLatest = 253'402'300'799;

  std::int64_t seconds = 0;  // since 1970, UTC
  std::int32_t nanoseconds = 0;
};

// Accepts any RFC 3339 time with optional fraction and zone offset.
Result<CalendarTime> parse_calendar_time(std::string_view text);

// In UTC, with that many digits of the second (0: none, and no point).
std::string format_calendar_time(const CalendarTime& time, int fraction_digits);

}  // namespace sluice
