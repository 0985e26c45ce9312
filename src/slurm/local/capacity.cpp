// SPDX-License-Identifier: Apache-2.0
#include "slurm/local/capacity.h"

#include <unistd.h>

#include <algorithm>

#include "base/files.h"
#include "base/text.h"
#include "base/worker_pool.h"

namespace sluice::slurm {
namespace {

std::int64_t memory_mib() {
  const std::int64_t pages = ::sysconf(_SC_PHYS_PAGES);
  const std::int64_t machine = pages * ::sysconf(_SC_PAGESIZE) / (1024 * 1024);
  const auto limit = parse_int(trim(read_file("/sys/fs/cgroup/memory.max").value_or("")));
  return limit ? std::min(machine, *limit / (1024 * 1024)) : machine;
}

}  // namespace

Capacity this_machine() {
  return {static_cast<std::int64_t>(usable_cores()), memory_mib()};
}

}  // namespace sluice::slurm
