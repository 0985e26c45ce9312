// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "detach/slurm_nodes.h"

namespace sluice::detach {

// What Slurm's commands print about nodes, with SLURM_TIME_FORMAT=%s. Pure; any bytes are accepted:
// a line that does not fit is left out.

// `scontrol -o show node`: name, state and reason.
std::vector<SlurmNode> parse_nodes(std::string_view scontrol_output);

// A job of `squeue -h -a -o kQueueFormat`.
struct QueuedJob {
  std::string id;
  std::string state;
  std::optional<WallTime> end = {};
  std::string there;  // host list: where it runs
  std::string wants;  // host list: which nodes it names

  bool waits() const;
};
inline constexpr const char* kQueueFormat = "%A|%T|%e|%N|%n";
std::vector<QueuedJob> parse_queue(std::string_view squeue_output);

// `scontrol -o show reservation`: which hold the node.
std::vector<std::string> reservations_of(std::string_view scontrol_output, std::string_view node);

// `scontrol ping`
std::vector<ControllerHost> parse_ping(std::string_view scontrol_output);

}  // namespace sluice::detach
