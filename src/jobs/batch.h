// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "jobs/index_set.h"
#include "json/value.h"

namespace sluice::jobs {

// What is handed to sbatch for one run of a SlurmJob.
struct Batch {
  std::string script;  // complete, with lines for the fields of the spec
  std::vector<std::pair<std::string, std::string>> environment;  // of the job, beside the login's
};

// Where the job finds its files, if it has any.
inline constexpr const char* kFilesVariable = "SLURMJOB_FILES";

// The script of the spec, with the other fields as #SBATCH lines before those of the user: sbatch
// takes the last of several, so what the script itself says wins, and nobody but sbatch has to
// understand it. `more`: further options, "--name=value". Invalid names the field.
Result<Batch> read_batch(const json::Value& job, const std::vector<std::string>& more = {});

// The tasks of the array that a job is to be; nothing: it is none. What the script says wins.
std::optional<IndexSet> array_of(const json::Value& job);

}  // namespace sluice::jobs
