// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace sluice::slurm {

// What a machine has for jobs.
struct Capacity {
  std::int64_t cpus = 1;
  std::int64_t memory_mib = 0;
};

// No more than this process may use itself.
Capacity this_machine();

}  // namespace sluice::slurm
