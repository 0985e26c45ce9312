// SPDX-License-Identifier: Apache-2.0
#include "base/calendar_time.h"

#include <array>
#include <cctype>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace sluice {
namespace {

// Reads exactly `count` digits at `position` and moves behind them; -1 when there are none.
int digits(std::string_view text, std::size_t& position, std::size_t count) {
  if (position + count > text.size()) {
    return -1;
  }
  int value = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const char c = text[position + i];
    if (c < '0' || c > '9') {
      return -1;
    }
    value = value * 10 + (c - '0');
  }
  position += count;
  return value;
}

bool literal(std::string_view text, std::size_t& position, char expected) {
  if (position >= text.size() || text[position] != expected) {
    return false;
  }
  ++position;
  return true;
}

}  // namespace

std::string format_calendar_time(const CalendarTime& time, int fraction_digits) {
  const std::time_t seconds = time.seconds;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  std::array<char, 64> buffer{};
  int length = std::snprintf(buffer.data(), buffer.size(), "%04d-%02d-%02dT%02d:%02d:%02d",
                             parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour,
                             parts.tm_min, parts.tm_sec);
  std::string text(buffer.data(), static_cast<std::size_t>(length));
  if (fraction_digits > 0) {
    length = std::snprintf(buffer.data(), buffer.size(), ".%09d", time.nanoseconds);
    text.append(buffer.data(), static_cast<std::size_t>(fraction_digits) + 1);
  }
  return text + "Z";
}

Result<CalendarTime> parse_calendar_time(std::string_view text) {
  const auto malformed = fail(
      Code::kInvalid, "\"" + std::string(text) + "\" is not a time; expected 2006-01-02T15:04:05Z");
  std::size_t at = 0;
  std::tm parts{};
  const int year = digits(text, at, 4);
  if (year < 0 || !literal(text, at, '-')) return malformed;
  const int month = digits(text, at, 2);
  if (month < 1 || month > 12 || !literal(text, at, '-')) return malformed;
  const int day = digits(text, at, 2);
  if (day < 1 || day > 31 || at >= text.size() || (text[at] != 'T' && text[at] != 't')) {
    return malformed;
  }
  ++at;
  parts.tm_hour = digits(text, at, 2);
  if (parts.tm_hour < 0 || parts.tm_hour > 23 || !literal(text, at, ':')) return malformed;
  parts.tm_min = digits(text, at, 2);
  if (parts.tm_min < 0 || parts.tm_min > 59 || !literal(text, at, ':')) return malformed;
  parts.tm_sec = digits(text, at, 2);
  if (parts.tm_sec < 0 || parts.tm_sec > 60) return malformed;
  std::int64_t nanos = 0;
  if (at < text.size() && text[at] == '.') {
    ++at;
    std::int64_t scale = 100'000'000;
    const std::size_t first = at;
    while (at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0) {
      nanos += scale * (text[at] - '0');
      scale /= 10;
      ++at;
    }
    if (at == first) return malformed;
  }
  int offset_minutes = 0;
  if (at < text.size() && (text[at] == 'Z' || text[at] == 'z')) {
    ++at;
  } else if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
    const int sign = text[at] == '-' ? -1 : 1;
    ++at;
    const int hours = digits(text, at, 2);
    if (hours < 0 || !literal(text, at, ':')) return malformed;
    const int minutes = digits(text, at, 2);
    if (minutes < 0) return malformed;
    offset_minutes = sign * (hours * 60 + minutes);
  } else {
    return malformed;
  }
  if (at != text.size()) return malformed;
  parts.tm_year = year - 1900;
  parts.tm_mon = month - 1;
  parts.tm_mday = day;
  const std::chrono::year_month_day date(std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day)));
  if (!date.ok()) return malformed;
  const std::time_t seconds = ::timegm(&parts) - static_cast<std::time_t>(offset_minutes) * 60;
  if (seconds < CalendarTime::kEarliest || seconds > CalendarTime::kLatest) return malformed;
  return CalendarTime{seconds, static_cast<std::int32_t>(nanos)};
}

}  // namespace sluice
