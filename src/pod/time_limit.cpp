// SPDX-License-Identifier: Apache-2.0
#include "pod/time_limit.h"

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::pod {
namespace {

constexpr std::chrono::seconds kMargin{5};  // for what comes after the grace period
constexpr std::int64_t kEndingPart = 10;
constexpr std::int64_t kWarningPart = 4;

std::int64_t number_in(const std::vector<std::string>& environment, std::string_view name) {
  for (const std::string& entry : environment) {
    if (entry.starts_with(name)) {
      return parse_int(std::string_view(entry).substr(name.size())).value_or(0);
    }
  }
  return 0;
}

}  // namespace

Result<void> write_limit(const std::filesystem::path& attempt_dir, const TimeLimit& limit) {
  const json::Value document = json::Object{{"ends", format_rfc3339(limit.ends)},
                                            {"seconds", limit.seconds},
                                            {"restarts", limit.restarts}};
  return write_file_replacing(attempt_dir / "limit.json", json::write(document));
}

Result<std::optional<TimeLimit>> read_limit(const std::filesystem::path& attempt_dir) {
  const auto text = read_file(attempt_dir / "limit.json");
  if (!text && text.error().code == Code::kNotFound) {
    return std::nullopt;
  }
  TRY(text);
  TRY_ASSIGN(const json::Value document, json::parse(*text));
  TRY_ASSIGN(const WallTime ends, parse_rfc3339(document.at("ends").as_string()));
  return TimeLimit{ends, document.at("seconds").as_int(), document.at("restarts").as_int()};
}

std::optional<TimeLimit> limit_in(const std::vector<std::string>& environment) {
  const std::int64_t start = number_in(environment, "SLURM_JOB_START_TIME=");
  const std::int64_t end = number_in(environment, "SLURM_JOB_END_TIME=");
  constexpr std::int64_t kLatest = 9'000'000'000;  // what WallTime can hold
  if (start <= 0 || end <= start || end > kLatest) {
    return std::nullopt;
  }
  return TimeLimit{WallTime(std::chrono::seconds(end)), end - start};
}

WallTime LimitWatch::stop_at() const {
  const std::chrono::seconds part{limit_->seconds / kEndingPart};
  return limit_->ends - std::min(grace_, part) - std::min(kMargin, part);
}

WallTime LimitWatch::warn_at() const {
  const std::chrono::seconds part{limit_->seconds / kWarningPart};
  return std::min<WallTime>(stop_at(), limit_->ends - std::min(warning_, part));
}

LimitWatch::Step LimitWatch::step(WallTime now) {
  if (!limit_ || stopped_) {
    return Step::kNothing;
  }
  const bool near = warning_.count() > 0 && now >= warn_at();
  if (near != warned_) {
    warned_ = near;
    return near ? Step::kWarn : Step::kRelax;
  }
  if (now >= stop_at()) {
    stopped_ = true;
    return Step::kStop;
  }
  return Step::kNothing;
}

std::optional<WallTime> LimitWatch::next() const {
  if (!limit_ || stopped_) {
    return std::nullopt;
  }
  return warned_ || warning_.count() == 0 ? stop_at() : warn_at();
}

}  // namespace sluice::pod
