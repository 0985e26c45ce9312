// SPDX-License-Identifier: Apache-2.0
#include "jobs/identity.h"

#include "base/text.h"

namespace sluice::jobs {
namespace {

constexpr std::string_view kPrefix = "slurmjob";

}  // namespace

std::string comment_of(const Run& run) {
  return std::string(kPrefix) + ":" + run.uid + ":" + std::to_string(run.number);
}

std::optional<Run> run_of(std::string_view comment) {
  const auto parts = split(comment, ':');
  if (parts.size() != 3 || parts[0] != kPrefix || parts[1].empty()) {
    return std::nullopt;
  }
  const auto number = parse_int(parts[2]);
  if (!number || *number <= 0) {
    return std::nullopt;
  }
  return Run{std::string(parts[1]), *number};
}

}  // namespace sluice::jobs
