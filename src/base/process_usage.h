// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/result.h"

namespace sluice {

// What this process uses at the moment, as the kernel counts it.
struct ProcessUsage {
  double cpu_seconds = 0;  // user and system
  std::uint64_t resident_bytes = 0;
  std::uint64_t virtual_bytes = 0;
  std::uint64_t open_files = 0;
  std::uint64_t max_open_files = 0;
};

// Unavailable without /proc.
Result<ProcessUsage> process_usage();

}  // namespace sluice
