// SPDX-License-Identifier: Apache-2.0
#include "jobs/attempts.h"

#include "base/timestamp.h"
#include "runtime/backoff.h"

namespace sluice::jobs {
namespace {

constexpr runtime::BackoffLimits kBackoff{.first = std::chrono::seconds(2),
                                          .limit = std::chrono::minutes(10)};

}  // namespace

WallTime next_attempt_after(std::int64_t attempts, const std::string& last) {
  const auto then = parse_rfc3339(last);
  return then ? *then + kBackoff.after(static_cast<unsigned>(attempts)) : WallTime{};
}

}  // namespace sluice::jobs
