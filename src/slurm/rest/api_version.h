// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace sluice::slurm::rest {

// A version of slurmrestd's API and what sets it apart, as far as we use it.
struct ApiVersion {
  int number = 0;  // 38 of v0.0.38

  // Requests as its data parser reads them: the environment a list of NAME=value, the script within
  // the job, fields by their newer names. Before: what sbatch's options were called.
  bool modern_requests = false;

  bool finds_jobs = false;         // one job, and says that there is none rather than nothing
  bool tells_memberships = false;  // of nodes in partitions
  bool counts_changes = false;     // the list of jobs tells its time and can be unchanged since
  bool signals_parts = false;      // the batch script alone, or the steps alone
  bool tells_cluster = false;      // by name
  bool tells_default_partition = false;  // of several

  std::string name() const { return "v0.0." + std::to_string(number); }
};

// Oldest first.
std::span<const ApiVersion> known_versions();

// The newest version that both slurmrestd and we know, from what it answers to GET /openapi/v3. Of
// one that offers newer versions only, the oldest of them, taken for like the newest we know.
// `only`: that one and no other, unless 0. Unsupported names what it offers.
Result<ApiVersion> choose_version(const json::Value& specification, int only = 0);

// What cannot be had through this version and is done otherwise or not at all, for people.
std::vector<std::string> limits(const ApiVersion& version);

}  // namespace sluice::slurm::rest
