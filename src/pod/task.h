// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace sluice::pod {

struct TaskOptions {
  std::filesystem::path attempt_dir;
  std::string container;                 // the one that runs as tasks
  std::vector<std::string> environment;  // of this process: "NAME=value"
};

// One task of a container, started by srun (tasks.h): runs the container here, with the
// descriptors of the process manager, and passes signals on. Call it from the main thread of a
// process that has no other threads. Returns the process's exit code, or dies of the signal that
// the container died of, so that srun knows.
int run_task(const TaskOptions& options);

}  // namespace sluice::pod
