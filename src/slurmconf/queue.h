// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "slurmconf/plan.h"

namespace sluice::slurmconf {

// What `squeue --noheader --format=kQueueFormat` prints, read. Pure.
inline constexpr const char* kQueueFormat = "%A|%T|%P|%N";

struct Queue {
  std::vector<std::string> jobs;  // ids, each once
  std::vector<std::string> dead;  // of those: the ones that their node took along
  Usage usage;                    // of jobs that are not over
};
Queue read_queue(std::string_view text);

// Ids in few words: "7-9,12"; and back.
std::string to_ranges(std::vector<std::string> ids);
std::vector<std::string> from_ranges(std::string_view text);

}  // namespace sluice::slurmconf
