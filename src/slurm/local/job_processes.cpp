// SPDX-License-Identifier: Apache-2.0
#include "slurm/local/job_processes.h"

#include <signal.h>

#include <algorithm>

#include "base/child_processes.h"
#include "base/processes.h"

namespace sluice::slurm {

std::vector<pid_t> descendants(pid_t process) {
  std::vector<pid_t> all = children_of(process);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<pid_t> below = children_of(all[i]);
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

void kill_marked(const std::string& mark) {
  const std::string line = "SLUICE_JOB_MARK=" + mark;
  for (const ProcessEntry& process : list_processes()) {
    if (std::find(process.environment.begin(), process.environment.end(), line) !=
        process.environment.end()) {
      send_signal(process.id, SIGKILL);
    }
  }
}

}  // namespace sluice::slurm
