// SPDX-License-Identifier: Apache-2.0
#include "base/timestamp.h"

#include "base/calendar_time.h"

namespace sluice {
namespace {

std::string format(WallTime time, int fraction_digits) {
  const auto since_epoch =
      std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch());
  const auto whole = std::chrono::floor<std::chrono::seconds>(since_epoch);
  return format_calendar_time(
      {whole.count(), static_cast<std::int32_t>((since_epoch - whole).count())}, fraction_digits);
}

}  // namespace

std::string format_rfc3339(WallTime time) {
  return format(time, 0);
}
std::string format_rfc3339_micro(WallTime time) {
  return format(time, 6);
}
std::string format_rfc3339_nano(WallTime time) {
  return format(time, 9);
}

Result<WallTime> parse_rfc3339(std::string_view text) {
  TRY_ASSIGN(const CalendarTime time, parse_calendar_time(text));
  constexpr std::int64_t kLimit = 9'223'372'000;  // what a count of nanoseconds holds
  if (time.seconds < -kLimit || time.seconds > kLimit) {
    return fail(Code::kInvalid,
                "\"" + std::string(text) + "\" is out of range; expected a year from 1678 to 2261");
  }
  return WallTime(std::chrono::duration_cast<WallTime::duration>(
      std::chrono::seconds(time.seconds) + std::chrono::nanoseconds(time.nanoseconds)));
}

}  // namespace sluice
