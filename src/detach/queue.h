// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::detach {

// What a node has, or a job wants of each, beside processors and memory: "gres/gpu" and, where a
// type is named, "gres/gpu:a100" too.
using Gres = std::map<std::string, std::int64_t>;

// As Slurm writes them: "gpu:a100:2(S:0-1),shard:4", "gres:gpu:2", "gres/gpu=2"; other resources
// than generic ones are left out, as is what is none.
Gres parse_gres(std::string_view text);

// A job that waits, as agents tell it.
struct WaitingJob {
  std::string id;  // as squeue prints it: "17", "17_4"
  std::string partition;
  std::string reason;  // Slurm's word: "Resources"
  std::int64_t nodes = 1;
  std::int64_t cpus = 1;        // of all nodes together
  std::int64_t memory_mib = 0;  // of each node
  Gres gres = {};               // of each node, at least
  std::string constraint = {};  // features that its nodes must have: "a&(b|c)"

  friend bool operator==(const WaitingJob&, const WaitingJob&) = default;
};

json::Value to_json(const std::vector<WaitingJob>& jobs);
Result<std::vector<WaitingJob>> read_waiting_jobs(const json::Value& value);

// Whether more nodes would help a job that waits for this reason; held ones, and such that wait for
// others, for a time or for what they are allowed, they would not.
bool waits_for_nodes(std::string_view reason);

// `squeue -h -a -r -t PENDING -O kWaitingFields`. Any bytes are accepted: a line that does not fit
// is left out. What a job asks for as a whole is in tres-alloc; squeue's memory does not say
// whether it is that of a node or of a processor. A constraint may hold the character between
// fields, so it comes last.
inline constexpr const char* kWaitingFields =
    "JobArrayID:|,Partition:|,Reason:|,NumNodes:|,NumCPUs:|,tres-alloc:|,tres-per-node:|,"
    "tres-per-job:|,tres-per-task:|,tres-per-socket:|,Feature:|";
std::vector<WaitingJob> parse_waiting(std::string_view squeue_output);

}  // namespace sluice::detach
