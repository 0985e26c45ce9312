// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "base/command.h"
#include "base/result.h"
#include "jobs/runs.h"

namespace sluice::jobs {

// One command that submits several runs, one after the other and each for itself: the script goes
// to the run's directory (see remote_files.h) and sbatch is called, once. A run that was begun
// before is found again by its number or, if whoever began it died, by the comment of its job; only
// then is it submitted anew. `user`: whose jobs are looked through. Neither
// scripts nor variables may hold zero bytes.
Command submission(const std::vector<const Submission*>& runs, const std::string& user);

struct Submitted {
  // What became of each run. Invalid: Slurm refused it, in Slurm's words. Unavailable: nobody knows
  // yet; ask again. Conflict: the object was deleted.
  std::vector<Result<slurm::JobId>> outcomes;

  std::optional<Error> away;  // why no run can be submitted there for now
};
Submitted read_submission(const CommandOutput& output, std::size_t runs);

}  // namespace sluice::jobs
