// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/clock.h"
#include "pod/restart.h"

namespace sluice::pod {

struct RunnerOptions {
  std::filesystem::path attempt_dir;
  std::vector<std::string> environment;  // of this process: "NAME=value"
  RestartRule restart;
  Duration heartbeat = std::chrono::seconds(10);
  Duration earlier_run_silent = std::chrono::seconds(60);  // see own_attempt()
};

// The whole life of one attempt at a pod, on the compute node: wins the claim, runs the containers,
// keeps the status file true, ends them on SIGTERM. Call it from the main thread of a process that
// has no other threads: it takes over SIGTERM, SIGINT and SIGCHLD, and becomes the reaper of its
// orphans.
//
// Returns the process's exit code: 0 the pod succeeded, 1 it failed, kExitLostClaim nothing was
// started because somebody else owns the attempt, kExitBadSpec there is nothing to run.
int run(const RunnerOptions& options);

}  // namespace sluice::pod
