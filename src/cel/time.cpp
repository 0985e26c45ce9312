// SPDX-License-Identifier: Apache-2.0
// Dates by the days-from-civil algorithm: years start in March, so that the leap day is the last.
#include "cel/time.h"

#include <array>
#include <charconv>
#include <cstdio>

namespace sluice::cel {
namespace {

constexpr std::int64_t kMinSeconds = -62135596800;  // 0001-01-01T00:00:00Z
constexpr std::int64_t kMaxSeconds = 253402300799;  // 9999-12-31T23:59:59Z
constexpr std::int64_t kNano = 1'000'000'000;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// `count` digits from the front, which are removed.
std::optional<int> take_number(std::string_view& text, std::size_t count) {
  if (text.size() < count) {
    return std::nullopt;
  }
  int number = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (!is_digit(text[i])) {
      return std::nullopt;
    }
    number = number * 10 + (text[i] - '0');
  }
  text.remove_prefix(count);
  return number;
}

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

// Two digits and what must follow them.
std::optional<int> take_part(std::string_view& text, char after, int max) {
  const auto number = take_number(text, 2);
  return number && *number <= max && (after == '\0' || take(text, after)) ? number : std::nullopt;
}

std::int32_t take_fraction(std::string_view& text) {
  std::int32_t nanos = 0;
  int digits = 0;
  while (!text.empty() && is_digit(text.front())) {
    if (digits++ < 9) {
      nanos = nanos * 10 + (text.front() - '0');
    }
    text.remove_prefix(1);
  }
  for (; digits < 9; ++digits) {
    nanos *= 10;
  }
  return nanos;
}

// "Z", "+02:00": seconds east of Greenwich.
std::optional<int> take_zone(std::string_view text) {
  if (text == "Z") {
    return 0;
  }
  if (text.empty() || (text.front() != '+' && text.front() != '-')) {
    return std::nullopt;
  }
  const int sign = text.front() == '-' ? -1 : 1;
  text.remove_prefix(1);
  const auto hours = take_part(text, ':', 24);
  const auto minutes = hours ? take_part(text, '\0', 59) : std::nullopt;
  return minutes && text.empty() ? std::optional<int>(sign * (*hours * 3600 + *minutes * 60))
                                 : std::nullopt;
}

int days_in_month(std::int64_t year, int month) {
  static constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

std::optional<std::int64_t> take_date(std::string_view& text) {
  const auto year = take_number(text, 4);
  if (!year || !take(text, '-')) {
    return std::nullopt;
  }
  const auto month = take_part(text, '-', 12);
  const auto day = month && *month >= 1 ? take_part(text, 'T', 31) : std::nullopt;
  if (!day || *day < 1 || *day > days_in_month(*year, *month)) {
    return std::nullopt;
  }
  return days_from_civil(*year, *month, *day);
}

struct Unit {
  std::string_view name;
  std::int64_t nanos;
};
constexpr std::array<Unit, 8> kUnits{{{"ns", 1},
                                      {"us", 1000},
                                      {"\xc2\xb5s", 1000},
                                      {"\xce\xbcs", 1000},
                                      {"ms", 1'000'000},
                                      {"s", kNano},
                                      {"m", 60 * kNano},
                                      {"h", 3600 * kNano}}};

std::optional<std::int64_t> take_unit(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && text[length] != '.' && !is_digit(text[length])) {
    ++length;
  }
  for (const Unit& unit : kUnits) {
    if (unit.name == text.substr(0, length)) {
      text.remove_prefix(length);
      return unit.nanos;
    }
  }
  return std::nullopt;
}

__extension__ using Wide = __int128;

// One "1.5h" from the front, in nanoseconds.
std::optional<Wide> take_span(std::string_view& text) {
  Wide whole = 0;
  double fraction = 0;
  double place = 0.1;
  bool digits = false;
  for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1), digits = true) {
    whole = whole * 10 + (text.front() - '0');
    if (whole > (Wide{1} << 63)) {
      return std::nullopt;
    }
  }
  if (take(text, '.')) {
    for (; !text.empty() && is_digit(text.front()); text.remove_prefix(1), digits = true) {
      fraction += place * (text.front() - '0');
      place /= 10;
    }
  }
  const auto unit = digits ? take_unit(text) : std::nullopt;
  if (!unit) {
    return std::nullopt;
  }
  return whole * *unit + static_cast<Wide>(fraction * static_cast<double>(*unit) + 1e-9);
}

std::string trimmed_fraction(std::int64_t nanos) {
  std::array<char, 16> text{};
  std::snprintf(text.data(), text.size(), ".%09d", static_cast<int>(nanos));
  std::string result(text.data());
  result.erase(result.find_last_not_of('0') + 1);
  return result == "." ? "" : result;
}

}  // namespace

bool in_range(Timestamp time) {
  return time.seconds >= kMinSeconds && time.seconds <= kMaxSeconds;
}

std::optional<Timestamp> parse_timestamp(std::string_view text) {
  const auto days = take_date(text);
  const auto hour = days ? take_part(text, ':', 23) : std::nullopt;
  const auto minute = hour ? take_part(text, ':', 59) : std::nullopt;
  const auto second = minute ? take_part(text, '\0', 59) : std::nullopt;
  if (!second) {
    return std::nullopt;
  }
  Timestamp time;
  if (take(text, '.') || take(text, ',')) {
    if (text.empty() || !is_digit(text.front())) {
      return std::nullopt;
    }
    time.nanos = take_fraction(text);
  }
  const auto zone = take_zone(text);
  if (!zone) {
    return std::nullopt;
  }
  time.seconds = *days * 86400 + *hour * 3600 + *minute * 60 + *second - *zone;
  return in_range(time) ? std::optional<Timestamp>(time) : std::nullopt;
}

std::string format_timestamp(Timestamp time) {
  const CivilTime civil = civil_time(time.seconds);
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%04d-%02d-%02dT%02d:%02d:%02d",
                static_cast<int>(civil.year), civil.month, civil.day, civil.hour, civil.minute,
                civil.second);
  return std::string(text.data()) + trimmed_fraction(time.nanos) + "Z";
}

std::optional<Duration> parse_duration(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (negative || (!text.empty() && text.front() == '+')) {
    text.remove_prefix(1);
  }
  if (text == "0") {
    return Duration{};
  }
  if (text.empty()) {
    return std::nullopt;
  }
  Wide total = 0;
  while (!text.empty()) {
    const auto span = take_span(text);
    if (!span) {
      return std::nullopt;
    }
    total += *span;
    if (total > (Wide{1} << 63) - (negative ? 0 : 1)) {
      return std::nullopt;
    }
  }
  return Duration{static_cast<std::int64_t>(negative ? -total : total)};
}

std::string format_duration(Duration duration) {
  const double seconds = static_cast<double>(duration.nanos / kNano) +
                         static_cast<double>(duration.nanos % kNano) / 1e9;
  std::array<char, 64> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), seconds, std::chars_format::fixed);
  return std::string(text.data(), end.ptr) + "s";
}

}  // namespace sluice::cel
