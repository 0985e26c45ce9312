// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::detach {

// A job that waits, as agents tell it.
struct WaitingJob {
  std::string id;  // as squeue prints it: "17", "17_4"
  std::string partition;
  std::string reason;  // Slurm's word: "Resources"
  std::int64_t nodes = 1;
  std::int64_t cpus = 1;        // of all nodes together
  std::int64_t memory_mib = 0;  // of each node

  friend bool operator==(const WaitingJob&, const WaitingJob&) = default;
};

json::Value to_json(const std::vector<WaitingJob>& jobs);
Result<std::vector<WaitingJob>> read_waiting_jobs(const json::Value& value);

// Whether more nodes would help a job that waits for this reason; held ones, and such that wait for
// others, for a time or for what they are allowed, they would not.
bool waits_for_nodes(std::string_view reason);

// `squeue -h -a -r -t PENDING -O kWaitingFields`. Any bytes are accepted: a line that does not fit
// is left out. What a job asks for as a whole is in tres-alloc; squeue's memory does not say
// whether it is that of a node or of a processor.
inline constexpr const char* kWaitingFields =
    "JobArrayID:|,Partition:|,Reason:|,NumNodes:|,NumCPUs:|,tres-alloc:|";
std::vector<WaitingJob> parse_waiting(std::string_view squeue_output);

}  // namespace sluice::detach
