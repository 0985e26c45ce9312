// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sluice::jobs {

// One launch of one SlurmJob. It stands in the comment of its job, which is how the job is found
// again whoever was killed when.
struct Run {
  std::string uid;  // of the object
  std::int64_t number = 0;

  friend auto operator<=>(const Run&, const Run&) = default;
};

// One of the tasks of a run that is an array; nothing: the run is none.
using Task = std::optional<std::int64_t>;

// "slurmjob:<uid>:<number>"
std::string comment_of(const Run& run);
std::optional<Run> run_of(std::string_view comment);

}  // namespace sluice::jobs
