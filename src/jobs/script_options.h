// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace sluice::jobs {

// What a script tells sbatch (#SBATCH), for clusters that are reached without sbatch.
struct ScriptOptions {
  std::vector<std::string> flags;  // in their order, as slurm::JobRequest takes them
  std::string working_directory;   // empty: not said
  std::string array;               // its tasks; empty: it is none
};

// Of the lines before the first command, as sbatch reads them. The job's whole environment is
// exported anyway, so --export=ALL says nothing. Invalid: a line cannot be read.
Result<ScriptOptions> script_options(std::string_view script);

// What the script itself gives for an option of sbatch, by its long name and its letter (0: none);
// the last of several, as sbatch takes it. Lines that cannot be read are left to sbatch.
std::optional<std::string> option_value(std::string_view script, std::string_view name,
                                        char letter);

}  // namespace sluice::jobs
