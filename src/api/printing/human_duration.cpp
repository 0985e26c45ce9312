// SPDX-License-Identifier: Apache-2.0
#include "api/printing/human_duration.h"

#include "base/timestamp.h"

namespace sluice::api {
namespace {

std::string two_units(std::int64_t large, const char* large_unit, std::int64_t small,
                      const char* small_unit) {
  std::string text = std::to_string(large) + large_unit;
  return small == 0 ? text : text + std::to_string(small) + small_unit;
}

}  // namespace

std::string human_duration(Duration span) {
  const std::int64_t seconds = std::chrono::floor<std::chrono::seconds>(span).count();
  if (seconds < -1) {
    return "<invalid>";
  }
  if (seconds < 0) {
    return "0s";
  }
  const std::int64_t minutes = seconds / 60;
  const std::int64_t hours = minutes / 60;
  const std::int64_t days = hours / 24;
  if (seconds < 120) {
    return std::to_string(seconds) + "s";
  }
  if (minutes < 10) {
    return two_units(minutes, "m", seconds % 60, "s");
  }
  if (minutes < 180) {
    return std::to_string(minutes) + "m";
  }
  if (hours < 8) {
    return two_units(hours, "h", minutes % 60, "m");
  }
  if (hours < 48) {
    return std::to_string(hours) + "h";
  }
  if (days < 8) {
    return two_units(days, "d", hours % 24, "h");
  }
  if (days < 730) {
    return std::to_string(days) + "d";
  }
  if (days < 365 * 8) {
    return two_units(days / 365, "y", days % 365, "d");
  }
  return std::to_string(days / 365) + "y";
}

std::string time_since(const json::Value& time, WallTime now) {
  const auto start = parse_rfc3339(time.as_string());
  return start ? human_duration(now - *start) : "<unknown>";
}

}  // namespace sluice::api
