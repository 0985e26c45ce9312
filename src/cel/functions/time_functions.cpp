// SPDX-License-Identifier: Apache-2.0
#include "base/zone.h"
#include "cel/functions/function.h"
#include "cel/time.h"

namespace sluice::cel {
namespace {

using Part = std::int64_t (*)(const CivilTime&, Timestamp);

template <Part part>
Value in_zone(const Arguments& a) {
  const Timestamp time = a[0].as_timestamp();
  const auto zone = Zone::find(a.size() > 1 ? a[1].as_string() : "");
  return zone ? Value(part(civil_time(time.seconds + zone->offset(time.seconds)), time))
              : Value::error(zone.error().message);
}

std::int64_t year(const CivilTime& civil, Timestamp) {
  return civil.year;
}
std::int64_t month(const CivilTime& civil, Timestamp) {
  return civil.month - 1;
}
std::int64_t day_of_year(const CivilTime& civil, Timestamp) {
  return civil.day_of_year;
}
std::int64_t day_from_zero(const CivilTime& civil, Timestamp) {
  return civil.day - 1;
}
std::int64_t day_from_one(const CivilTime& civil, Timestamp) {
  return civil.day;
}
std::int64_t weekday(const CivilTime& civil, Timestamp) {
  return civil.weekday;
}
std::int64_t hours(const CivilTime& civil, Timestamp) {
  return civil.hour;
}
std::int64_t minutes(const CivilTime& civil, Timestamp) {
  return civil.minute;
}
std::int64_t seconds(const CivilTime& civil, Timestamp) {
  return civil.second;
}
std::int64_t milliseconds(const CivilTime&, Timestamp time) {
  return time.nanos / 1'000'000;
}

template <std::int64_t nanos>
Value whole(const Arguments& a) {
  return Value(a[0].as_duration().nanos / nanos);
}
constexpr std::int64_t kSecond = 1'000'000'000;

const FunctionRow kRows[] = {
    {"getFullYear", ".(timestamp) int", "timestamp_to_year", in_zone<year>},
    {"getFullYear", ".(timestamp, string) int", "timestamp_to_year_with_tz", in_zone<year>},
    {"getMonth", ".(timestamp) int", "timestamp_to_month", in_zone<month>},
    {"getMonth", ".(timestamp, string) int", "timestamp_to_month_with_tz", in_zone<month>},
    {"getDayOfYear", ".(timestamp) int", "timestamp_to_day_of_year", in_zone<day_of_year>},
    {"getDayOfYear", ".(timestamp, string) int", "timestamp_to_day_of_year_with_tz",
     in_zone<day_of_year>},
    {"getDayOfMonth", ".(timestamp) int", "timestamp_to_day_of_month", in_zone<day_from_zero>},
    {"getDayOfMonth", ".(timestamp, string) int", "timestamp_to_day_of_month_with_tz",
     in_zone<day_from_zero>},
    {"getDate", ".(timestamp) int", "timestamp_to_day_of_month_1_based", in_zone<day_from_one>},
    {"getDate", ".(timestamp, string) int", "timestamp_to_day_of_month_1_based_with_tz",
     in_zone<day_from_one>},
    {"getDayOfWeek", ".(timestamp) int", "timestamp_to_day_of_week", in_zone<weekday>},
    {"getDayOfWeek", ".(timestamp, string) int", "timestamp_to_day_of_week_with_tz",
     in_zone<weekday>},
    {"getHours", ".(timestamp) int", "timestamp_to_hours", in_zone<hours>},
    {"getHours", ".(timestamp, string) int", "timestamp_to_hours_with_tz", in_zone<hours>},
    {"getHours", ".(duration) int", "duration_to_hours", whole<3600 * kSecond>},
    {"getMinutes", ".(timestamp) int", "timestamp_to_minutes", in_zone<minutes>},
    {"getMinutes", ".(timestamp, string) int", "timestamp_to_minutes_with_tz", in_zone<minutes>},
    {"getMinutes", ".(duration) int", "duration_to_minutes", whole<60 * kSecond>},
    {"getSeconds", ".(timestamp) int", "timestamp_to_seconds", in_zone<seconds>},
    {"getSeconds", ".(timestamp, string) int", "timestamp_to_seconds_tz", in_zone<seconds>},
    {"getSeconds", ".(duration) int", "duration_to_seconds", whole<kSecond>},
    {"getMilliseconds", ".(timestamp) int", "timestamp_to_milliseconds", in_zone<milliseconds>},
    {"getMilliseconds", ".(timestamp, string) int", "timestamp_to_milliseconds_with_tz",
     in_zone<milliseconds>},
    {"getMilliseconds", ".(duration) int", "duration_to_milliseconds", whole<1'000'000>},
};

}  // namespace

std::span<const FunctionRow> time_functions() {
  return kRows;
}

}  // namespace sluice::cel
