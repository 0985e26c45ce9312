// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string_view>

namespace sluice {

// Where the kernel shows control groups, and which this process is in.
struct ControlGroupFiles {
  std::filesystem::path mounts = "/sys/fs/cgroup";
  std::filesystem::path own = "/proc/self/cgroup";
};

// All controllers are in one hierarchy: version 2.
bool control_groups_are_unified(const ControlGroupFiles& files = {});

// The directory of the group that this process is in for that controller ("memory"); nothing: there
// is none.
std::optional<std::filesystem::path> own_control_group(std::string_view controller,
                                                       const ControlGroupFiles& files = {});

// How many processes in this group of the memory controller were killed because there was no more
// memory for them; 0 where nobody counts.
std::int64_t out_of_memory_kills(const std::filesystem::path& group, bool unified);

// The same of the group that this process is in.
std::int64_t own_out_of_memory_kills(const ControlGroupFiles& files = {});

}  // namespace sluice
