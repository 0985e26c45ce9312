// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/processes.h"
#include "base/result.h"
#include "slurm/local/control_groups.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

// A job as it was submitted.
struct JobRecord {
  JobId id = 0;
  bool batch = true;
  std::string mark;  // in the environment of all its processes
  WallTime submitted;
  JobRequest request;
  ControlGroup group = {};  // which its keeper makes for it; without directories: none
};

// Who keeps the job. There is one for ever: a job starts once, or never.
struct Claim {
  std::string host;  // process ids are only good here,
  std::string boot;  // and until the machine starts again
  ProcessId keeper;  // no pid: it was cancelled and never starts
  ProcessId script;
  WallTime started;
};

// How the job is to end, whatever its script says.
struct Order {
  JobState state = JobState::kCancelled;
  int exit_code = 0;
};

struct End {
  JobState state = JobState::kUnknown;
  int exit_code = 0;
  int signal = 0;
  WallTime ended;
};

// The directory of one job: what its submitter, its keeper and whoever comes after them know of it.
// Claim, order and end are written once and never change: AlreadyExists when somebody was first.
class JobFiles {
 public:
  explicit JobFiles(std::filesystem::path directory) : directory_(std::move(directory)) {}

  const std::filesystem::path& directory() const { return directory_; }
  std::filesystem::path script() const { return directory_ / "script"; }
  std::filesystem::path log() const { return directory_ / "keeper.log"; }

  // Invalid: something in it is no text.
  Result<void> write(const JobRecord& record) const;
  Result<JobRecord> read() const;

  Result<void> claim(const Claim& claim) const;
  std::optional<Claim> claim() const;
  Result<void> order(const Order& order) const;
  std::optional<Order> order() const;
  Result<void> end(const End& end) const;
  std::optional<End> end() const;

 private:
  std::filesystem::path directory_;
};

// Of this machine: its name, and which start of it this is.
std::string this_host();
std::string this_boot();

}  // namespace sluice::slurm
