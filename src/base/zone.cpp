// SPDX-License-Identifier: Apache-2.0
// The system's zone files (RFC 8536): a version-1 block that is skipped, a version-2 block with
// 64-bit transition times, and a footer with the rule for all times after the last transition
// ("CET-1CEST,M3.5.0,M10.5.0/3").
#include "base/zone.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "base/civil_time.h"
#include "base/files.h"
#include "base/text.h"

namespace sluice {
namespace {

constexpr std::size_t kHeader = 44;

std::int64_t big_endian(std::string_view data, std::size_t at, std::size_t bytes) {
  std::uint64_t value = (static_cast<unsigned char>(data[at]) & 0x80) != 0 ? ~std::uint64_t{0} : 0;
  for (std::size_t i = 0; i < bytes; ++i) {
    value = (value << 8) | static_cast<unsigned char>(data[at + i]);
  }
  return static_cast<std::int64_t>(value);
}

struct Counts {
  std::size_t times, types, chars, leaps, standard, universal;

  std::size_t block_size(std::size_t time_size) const {
    return times * (time_size + 1) + types * 6 + chars + leaps * (time_size + 4) + standard +
           universal;
  }
};

std::optional<Counts> read_counts(std::string_view data) {
  if (data.size() < kHeader || data.substr(0, 4) != "TZif") {
    return std::nullopt;
  }
  const auto count = [&](std::size_t i) {
    return static_cast<std::size_t>(big_endian(data, 20 + 4 * i, 4));
  };
  const Counts counts{count(3), count(4), count(5), count(2), count(1), count(0)};
  constexpr std::size_t kMost = 100'000;
  const bool sane = counts.times < kMost && counts.types < kMost && counts.chars < kMost &&
                    counts.leaps < kMost && counts.standard < kMost && counts.universal < kMost;
  return sane ? std::optional<Counts>(counts) : std::nullopt;
}

std::optional<int> take_int(std::string_view& text) {
  std::size_t length = 0;
  while (length < text.size() && (text[length] >= '0' && text[length] <= '9')) {
    ++length;
  }
  const auto number = parse_int(text.substr(0, length));
  text.remove_prefix(length);
  return number && *number < 1'000'000 ? std::optional<int>(static_cast<int>(*number))
                                       : std::nullopt;
}

// "-1", "5:30", "+3": seconds.
std::optional<int> take_time(std::string_view& text) {
  const bool negative = !text.empty() && text.front() == '-';
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
    text.remove_prefix(1);
  }
  int seconds = 0;
  for (int unit = 3600; unit >= 1; unit /= 60) {
    const auto part = take_int(text);
    if (!part) {
      return std::nullopt;
    }
    seconds += *part * unit;
    if (text.empty() || text.front() != ':') {
      break;
    }
    text.remove_prefix(1);
  }
  return negative ? -seconds : seconds;
}

bool take_name(std::string_view& text) {
  const bool quoted = !text.empty() && text.front() == '<';
  const std::size_t end = quoted ? text.find('>') : text.find_first_of("+-0123456789,");
  if (end == 0 || (quoted && end == std::string_view::npos)) {
    return false;
  }
  text.remove_prefix(std::min(text.size(), quoted ? end + 1 : end));
  return true;
}

// "M3.5.0/2": when it happens in that year, in seconds of local time since 1970.
std::optional<std::int64_t> take_change(std::string_view& text, std::int64_t year) {
  if (text.size() < 2 || text.substr(0, 2) != ",M") {
    return std::nullopt;
  }
  text.remove_prefix(2);
  int parts[3] = {};
  for (int i = 0; i < 3; ++i) {
    const auto part = take_int(text);
    if (!part || (i < 2 && (text.empty() || text.front() != '.'))) {
      return std::nullopt;
    }
    parts[i] = *part;
    if (i < 2) {
      text.remove_prefix(1);
    }
  }
  if (parts[0] < 1 || parts[0] > 12 || parts[1] < 1 || parts[1] > 5 || parts[2] > 6) {
    return std::nullopt;
  }
  const std::int64_t first = days_from_civil(year, parts[0], 1);
  const std::int64_t next =
      parts[0] == 12 ? days_from_civil(year + 1, 1, 1) : days_from_civil(year, parts[0] + 1, 1);
  const int weekday = civil_time(first * 86400).weekday;
  std::int64_t day = first + (parts[2] - weekday + 7) % 7 + std::int64_t{7} * (parts[1] - 1);
  while (day >= next) {
    day -= 7;
  }
  int time_of_day = 7200;
  if (!text.empty() && text.front() == '/') {
    text.remove_prefix(1);
    const auto time = take_time(text);
    if (!time) {
      return std::nullopt;
    }
    time_of_day = *time;
  }
  return day * 86400 + time_of_day;
}

std::optional<std::int64_t> offset_by_rule(std::string_view rule, std::int64_t seconds) {
  if (!take_name(rule)) {
    return std::nullopt;
  }
  const auto west = take_time(rule);
  if (!west) {
    return std::nullopt;
  }
  const std::int64_t standard = -*west;
  if (rule.empty()) {
    return standard;
  }
  if (!take_name(rule)) {
    return std::nullopt;
  }
  std::int64_t summer = standard + 3600;
  if (!rule.empty() && rule.front() != ',') {
    const auto summer_west = take_time(rule);
    if (!summer_west) {
      return std::nullopt;
    }
    summer = -*summer_west;
  }
  const std::int64_t year = civil_time(seconds + standard).year;
  const auto start = take_change(rule, year);
  const auto end = start ? take_change(rule, year) : std::nullopt;
  if (!end) {
    return std::nullopt;
  }
  const std::int64_t from = *start - standard;
  const std::int64_t until = *end - summer;
  const bool is_summer =
      from < until ? seconds >= from && seconds < until : seconds >= from || seconds < until;
  return is_summer ? summer : standard;
}

std::optional<std::int64_t> offset_in_file(std::string_view data, std::int64_t seconds) {
  const auto old = read_counts(data);
  if (!old || data.size() < kHeader + old->block_size(4)) {
    return std::nullopt;
  }
  data.remove_prefix(kHeader + old->block_size(4));
  const auto counts = read_counts(data);
  if (!counts || counts->types == 0 || data.size() < kHeader + counts->block_size(8)) {
    return std::nullopt;
  }
  std::string_view footer = data.substr(kHeader + counts->block_size(8));
  data.remove_prefix(kHeader);
  std::size_t passed = 0;  // transitions at or before the instant
  while (passed < counts->times && big_endian(data, passed * 8, 8) <= seconds) {
    ++passed;
  }
  if (passed == counts->times && footer.size() > 2) {
    footer.remove_prefix(1);
    return offset_by_rule(footer.substr(0, footer.find('\n')), seconds);
  }
  const std::size_t type =
      passed == 0 ? 0 : static_cast<unsigned char>(data[counts->times * 8 + passed - 1]);
  return type < counts->types
             ? std::optional<std::int64_t>(big_endian(data, counts->times * 9 + type * 6, 4))
             : std::nullopt;
}

Result<std::int64_t> fixed_offset(std::string_view zone, std::size_t colon) {
  const auto hours =
      parse_int(zone.front() == '+' ? zone.substr(1, colon - 1) : zone.substr(0, colon));
  const auto minutes = parse_int(zone.substr(colon + 1));
  if (!hours || !minutes || *hours < -24 || *hours > 24 || *minutes < 0 || *minutes > 59) {
    return fail(Code::kInvalid, "parsing \"" + std::string(zone) + "\": invalid syntax");
  }
  return (*hours * 60 + (zone.front() == '-' ? -*minutes : *minutes)) * 60;
}

}  // namespace

Result<Zone> Zone::find(std::string_view name) {
  Zone zone;
  if (name.empty() || name == "UTC") {
    return zone;
  }
  if (const std::size_t colon = name.find(':'); colon != std::string_view::npos && colon > 0) {
    TRY_ASSIGN(zone.fixed_, fixed_offset(name, colon));
    return zone;
  }
  const std::string path(name);
  if (path.find("..") != std::string::npos || path.front() == '/' ||
      path.find('\\') != std::string::npos || path.find('\0') != std::string::npos) {
    return fail(Code::kInvalid, "time: invalid location name");
  }
  auto file = read_file("/usr/share/zoneinfo/" + path);
  if (!file || !offset_in_file(*file, 0)) {
    return fail(Code::kInvalid, "unknown time zone " + path);
  }
  zone.data_ = std::move(*file);
  return zone;
}

std::int64_t Zone::offset(std::int64_t seconds) const {
  return data_.empty() ? fixed_ : offset_in_file(data_, seconds).value_or(0);
}

}  // namespace sluice
