// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "base/zone.h"

namespace sluice {

// When something is to happen, as crontab(5) writes it: minute, hour, day of month, month and day
// of week ("*/15 8-18 * * mon-fri"), a name ("@daily") or a distance ("@every 1h30m"). Names,
// limits and error texts are those of the Go library robfig/cron, which Kubernetes uses. Plain
// value; thread-safe to read.
class CronSchedule {
 public:
  static Result<CronSchedule> parse(std::string_view text);

  // The first such minute after an instant (seconds since 1970), by the clocks of `zone`: times
  // that a change of clocks skips do not happen, those it repeats happen twice. Nothing when there
  // is none within five years.
  std::optional<std::int64_t> next(std::int64_t after, const Zone& zone) const;

 private:
  static Result<CronSchedule> parse_name(std::string_view text);
  bool day_matches(int day, int month, int weekday) const;

  std::int64_t every_ = 0;  // seconds; zero: the sets below count
  std::uint64_t minutes_ = 0;
  std::uint64_t hours_ = 0;
  std::uint64_t days_ = 0;
  std::uint64_t months_ = 0;
  std::uint64_t weekdays_ = 0;
  bool any_day_ = false;
  bool any_weekday_ = false;
};

}  // namespace sluice
