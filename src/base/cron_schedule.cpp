// SPDX-License-Identifier: Apache-2.0
#include "base/cron_schedule.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/civil_time.h"
#include "base/text.h"

namespace sluice {
namespace {

struct Field {
  std::int64_t least;
  std::int64_t most;
  std::span<const std::string_view> names;  // of least, least + 1, …
};

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> kWeekdays = {"sun", "mon", "tue", "wed",
                                                       "thu", "fri", "sat"};
constexpr Field kMinute{0, 59, {}};
constexpr Field kHour{0, 23, {}};
constexpr Field kDay{1, 31, {}};
constexpr Field kMonth{1, 12, kMonths};
constexpr Field kWeekday{0, 6, kWeekdays};

struct Set {
  std::uint64_t bits = 0;
  bool any = false;  // a star without a step
};

bool has(std::uint64_t bits, int value) {
  return ((bits >> value) & 1U) != 0;
}

Result<std::int64_t> parse_number(std::string_view text) {
  const auto number = parse_int(text);
  if (!number) {
    return fail(Code::kInvalid, "failed to parse int from " + std::string(text) +
                                    ": strconv.Atoi: parsing \"" + std::string(text) +
                                    "\": invalid syntax");
  }
  if (*number < 0) {
    return fail(Code::kInvalid, "negative number (" + std::to_string(*number) +
                                    ") not allowed: " + std::string(text));
  }
  return *number;
}

Result<std::int64_t> parse_value(std::string_view text, const Field& field) {
  const auto found = std::find(field.names.begin(), field.names.end(), to_lower(text));
  if (found != field.names.end()) {
    return field.least + (found - field.names.begin());
  }
  return parse_number(text);
}

Result<void> check_range(std::int64_t from, std::int64_t to, const Field& field,
                         std::string_view text) {
  const auto number = [](std::int64_t value) { return "(" + std::to_string(value) + ")"; };
  const std::string end = ": " + std::string(text);
  if (from < field.least) {
    return fail(Code::kInvalid, "beginning of range " + number(from) + " below minimum " +
                                    number(field.least) + end);
  }
  if (to > field.most) {
    return fail(Code::kInvalid,
                "end of range " + number(to) + " above maximum " + number(field.most) + end);
  }
  if (from > to) {
    return fail(Code::kInvalid,
                "beginning of range " + number(from) + " beyond end of range " + number(to) + end);
  }
  return {};
}

// "*", "5", "1-5", "*/2", "1-10/3"
Result<Set> parse_range(std::string_view text, const Field& field) {
  const auto with_step = split(text, '/');
  const auto ends = split(with_step[0], '-');
  Set set;
  std::int64_t from = field.least;
  std::int64_t to = field.most;
  if (ends[0] == "*" || ends[0] == "?") {
    set.any = true;
  } else {
    TRY_ASSIGN(from, parse_value(ends[0], field));
    to = from;
    if (ends.size() == 2) {
      TRY_ASSIGN(to, parse_value(ends[1], field));
    } else if (ends.size() > 2) {
      return fail(Code::kInvalid, "too many hyphens: " + std::string(text));
    }
  }
  std::int64_t step = 1;
  if (with_step.size() == 2) {
    TRY_ASSIGN(step, parse_number(with_step[1]));
    to = ends.size() == 1 ? field.most : to;
    set.any = set.any && step <= 1;
  } else if (with_step.size() > 2) {
    return fail(Code::kInvalid, "too many slashes: " + std::string(text));
  }
  TRY(check_range(from, to, field, text));
  if (step == 0) {
    return fail(Code::kInvalid, "step of range should be a positive number: " + std::string(text));
  }
  for (std::int64_t value = from; value <= to; value += std::min<std::int64_t>(step, 64)) {
    set.bits |= std::uint64_t{1} << value;
  }
  return set;
}

Result<Set> parse_field(std::string_view text, const Field& field) {
  Set all;
  for (const std::string_view part : split(text, ',')) {
    if (part.empty()) {
      continue;
    }
    TRY_ASSIGN(const Set set, parse_range(part, field));
    all.bits |= set.bits;
    all.any = all.any || set.any;
  }
  return all;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  for (std::size_t start = 0; start < text.size();) {
    start = text.find_first_not_of(" \t\n\v\f\r", start);
    if (start == std::string_view::npos) {
      break;
    }
    const std::size_t end = std::min(text.find_first_of(" \t\n\v\f\r", start), text.size());
    result.push_back(text.substr(start, end - start));
    start = end;
  }
  return result;
}

// "1h30m": whole hours, minutes and seconds.
std::optional<std::int64_t> parse_distance(std::string_view text) {
  std::int64_t seconds = 0;
  while (!text.empty()) {
    const std::size_t unit = text.find_first_not_of("0123456789");
    const auto number = parse_int(text.substr(0, std::min(unit, text.size())));
    constexpr std::int64_t kMost = 1'000'000'000;
    if (!number || unit == std::string_view::npos || *number > kMost) {
      return std::nullopt;
    }
    const char letter = text[unit];
    if (letter != 'h' && letter != 'm' && letter != 's') {
      return std::nullopt;
    }
    seconds += *number * (letter == 'h' ? 3600 : letter == 'm' ? 60 : 1);
    text.remove_prefix(unit + 1);
  }
  return seconds;
}

constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kNames = {{
    {"@yearly", "0 0 1 1 *"},
    {"@annually", "0 0 1 1 *"},
    {"@monthly", "0 0 1 * *"},
    {"@weekly", "0 0 * * 0"},
    {"@daily", "0 0 * * *"},
    {"@midnight", "0 0 * * *"},
    {"@hourly", "0 * * * *"},
}};

}  // namespace

Result<CronSchedule> CronSchedule::parse_name(std::string_view text) {
  for (const auto& [name, meaning] : kNames) {
    if (name == text) {
      return parse(meaning);
    }
  }
  constexpr std::string_view kEvery = "@every ";
  if (!text.starts_with(kEvery)) {
    return fail(Code::kInvalid, "unrecognized descriptor: " + std::string(text));
  }
  const std::string_view distance = text.substr(kEvery.size());
  const auto seconds = parse_distance(distance);
  if (!seconds || distance.empty()) {
    return fail(Code::kInvalid, "failed to parse duration " + std::string(text) +
                                    ": time: invalid duration \"" + std::string(distance) + "\"");
  }
  CronSchedule schedule;
  schedule.every_ = std::max<std::int64_t>(*seconds, 1);
  return schedule;
}

Result<CronSchedule> CronSchedule::parse(std::string_view text) {
  if (text.empty()) {
    return fail(Code::kInvalid, "empty spec string");
  }
  if (text.starts_with('@')) {
    return parse_name(text);
  }
  const auto fields = words(text);
  constexpr std::size_t kFields = 5;
  if (fields.size() != kFields) {
    std::string all;
    for (const std::string_view field : fields) {
      all += (all.empty() ? "" : " ") + std::string(field);
    }
    return fail(Code::kInvalid, "expected exactly 5 fields, found " +
                                    std::to_string(fields.size()) + ": [" + all + "]");
  }
  CronSchedule schedule;
  TRY_ASSIGN(const Set minutes, parse_field(fields[0], kMinute));
  TRY_ASSIGN(const Set hours, parse_field(fields[1], kHour));
  TRY_ASSIGN(const Set days, parse_field(fields[2], kDay));
  TRY_ASSIGN(const Set months, parse_field(fields[3], kMonth));
  TRY_ASSIGN(const Set weekdays, parse_field(fields[4], kWeekday));
  schedule.minutes_ = minutes.bits;
  schedule.hours_ = hours.bits;
  schedule.days_ = days.bits;
  schedule.months_ = months.bits;
  schedule.weekdays_ = weekdays.bits;
  schedule.any_day_ = days.any;
  schedule.any_weekday_ = weekdays.any;
  return schedule;
}

// Days of the month and of the week that are both given are alternatives.
bool CronSchedule::day_matches(int day, int month, int weekday) const {
  const bool by_day = has(days_, day);
  const bool by_weekday = has(weekdays_, weekday);
  const bool matches = any_day_ || any_weekday_ ? by_day && by_weekday : by_day || by_weekday;
  return matches && has(months_, month);
}

std::optional<std::int64_t> CronSchedule::next(std::int64_t after, const Zone& zone) const {
  if (every_ > 0) {
    return after + every_;
  }
  constexpr std::int64_t kMinuteLength = 60;
  constexpr std::int64_t kHourLength = 3600;
  constexpr std::int64_t kDayLength = 86400;
  constexpr std::int64_t kHorizon = 5 * 366 * kDayLength;
  // Clocks change by less than this: a jump to the next day stops so much before it.
  constexpr std::int64_t kMargin = 2 * kHourLength;
  const std::int64_t end = after + kHorizon;
  std::int64_t time = after - ((after % kMinuteLength) + kMinuteLength) % kMinuteLength;
  for (time += kMinuteLength; time < end;) {
    const std::int64_t local = time + zone.offset(time);
    const CivilTime civil = civil_time(local);
    const std::int64_t in_hour = civil.minute * kMinuteLength + civil.second;
    if (!day_matches(civil.day, civil.month, civil.weekday)) {
      const std::int64_t left = kDayLength - civil.hour * kHourLength - in_hour;
      time += left > kMargin ? left - kMargin : kMinuteLength * 15 - in_hour % (kMinuteLength * 15);
    } else if (!has(hours_, civil.hour)) {
      time += kMinuteLength * 15 - in_hour % (kMinuteLength * 15);
    } else if (!has(minutes_, civil.minute)) {
      time += kMinuteLength;
    } else {
      return time;
    }
  }
  return std::nullopt;
}

}  // namespace sluice
