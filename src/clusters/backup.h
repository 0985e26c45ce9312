// SPDX-License-Identifier: Apache-2.0
//
// What a SlurmCluster must not lose, in a directory, and back from there. Slurm's state is copied
// after slurmctld has written down all that it had when it began, and while it stands still, for as
// long as a copy inside its pod takes; then the database is dumped in one transaction, so that it
// knows all that the state knows. Both go back by lying ready on their volumes when their programs
// start anew: nobody else has them open then, and what is interrupted is done again.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/clock.h"
#include "client/client.h"
#include "client/pod_commands.h"
#include "clusters/cluster.h"

namespace sluice::clusters {

struct BackupParts {
  client::Client& client;
  client::PodCommands& commands;
  Clock& clock;
  std::function<void(const std::string&)> say;  // what is being done, for people
};

// Writes `directory`, which is not there yet, with files for nobody else. Its last file is
// backup.json: one without is no backup. Unavailable: the cluster does not answer; Unsupported:
// it has none of what could be saved.
Result<void> back_up(const BackupParts& parts, const Cluster& cluster,
                     const std::filesystem::path& directory);

struct RestoreOptions {
  bool discard_jobs = false;
};

// Brings the cluster of that name back to what `directory` says, and waits until it answers.
// Conflict: it has jobs, which would be lost or run twice; Invalid: the backup is of another
// cluster, of a newer version, or not whole. Nothing is changed then, nor by whatever fails before
// the first program is told to take what was brought. What was there before stays on the volumes.
Result<void> restore(const BackupParts& parts, const Cluster& cluster,
                     const std::filesystem::path& directory, const RestoreOptions& options);

}  // namespace sluice::clusters
