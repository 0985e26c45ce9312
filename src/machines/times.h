// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::machines {

// The phases of a Machine's life, in their order, each from the end of the one before.
inline constexpr std::string_view kPhases[] = {
    "requested",       // the Machine was made, until what it starts with is there
    "provisioned",     // the infrastructure is ready
    "bootstrapped",    // its agent, or kubelet, has made its Node
    "services-ready",  // the Node is ready
    "registered",      // Slurm knows it
    "first-job",       // a job was seen there
    "drain",           // it was deleted, until no job is left
    "detach",          // Slurm does not know it any more
    "deprovision",     // the Machine is gone
};

// One of them, of one Machine.
struct PhaseTime {
  std::string machine;  // "default/w-1"
  std::string role;     // "slurm-worker", "other" for those of other providers
  std::string phase;
  WallTime end;
  double seconds = 0;

  friend bool operator==(const PhaseTime&, const PhaseTime&) = default;
};

struct Lives {
  const json::Value& machine;
  const json::Value& config;          // null: none
  const json::Value& node;            // null: none
  std::optional<WallTime> gone = {};  // when the Machine was seen to be gone
};

// Those that are over, read off conditions and times of the objects. Pure.
std::vector<PhaseTime> phase_times(const Lives& lives);

// With a line of headings, and back. Invalid names the line.
std::string to_csv(const std::vector<PhaseTime>& times, bool headings = true);
Result<std::vector<PhaseTime>> read_csv(std::string_view text);

}  // namespace sluice::machines
