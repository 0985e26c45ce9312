// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "base/clock.h"
#include "client/pod_commands.h"
#include "clusters/backup.h"

namespace sluice::clusters {

// One of the two that a backup consists of: where it lies here, where it is made in which pod's
// program, and where it lies ready for the next start of that.
struct Archive {
  const char* title;
  const char* file;
  const char* container;
  const char* made;
  const char* ready;
};
inline constexpr Archive kStateArchive{"the state of slurmctld", "state.tar.gz", "slurmctld",
                                       "/tmp/backup.tar.gz",
                                       "/var/spool/slurmctld/.restore.tar.gz"};
inline constexpr Archive kDatabaseArchive{"the database", "database.sql.gz", "mariadbd",
                                          "/data/backup.sql.gz", "/data/restore.sql.gz"};

constexpr const char* kManifest = "backup.json";
constexpr std::size_t kPiece = 4 * 1024 * 1024;  // at most as much goes with one command

// Whether the pod's own slurmctld answers.
constexpr const char* kPing =
    "SLURM_CONF=/run/slurm/own.conf scontrol ping | grep -qF \" at $(uname -n) is UP\"";

// What reads or writes a whole database has as long as a start of MariaDB, which may import one.
inline constexpr Duration kWholeDatabase = std::chrono::hours(24);

client::PodCommand shell(const api::Key& pod, const char* container, const std::string& script,
                         Duration timeout = std::chrono::minutes(30));

// A program's output. Unavailable: what it complained of.
Result<std::string> run(const BackupParts& parts, client::PodCommand command);

api::Key pod_of(const Cluster& cluster, const char* component, int number = 0);

// The pod whose slurmctld is in control: the first that is up.
Result<api::Key> controller_in_charge(const BackupParts& parts, const Cluster& cluster);

}  // namespace sluice::clusters
