// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/clock.h"

namespace sluice::slurm {

struct KeeperOptions {
  Duration kill_wait = std::chrono::seconds(10);  // between being asked to end and being killed
};

// The life of one job, in a process of its own that nobody's death takes down with it: wins the
// job's claim, runs its script, ends it when its time is up or an order says so (told by SIGTERM),
// kills whatever descends from it, and writes how it ended. Returns the exit code of this process:
// 0, also when another keeper has the job. Call it while the process has one thread.
int keep_job(const std::filesystem::path& directory, const KeeperOptions& options = {});

}  // namespace sluice::slurm
