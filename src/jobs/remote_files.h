// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/command.h"
#include "base/result.h"
#include "jobs/batch.h"
#include "jobs/identity.h"
#include "slurm/slurm.h"

namespace sluice::jobs {

// What is kept of a SlurmJob on the machine it is submitted from: ~/.sluice/jobs/<uid>/<run>, open
// to the user alone, with the script, the job's number and its output. Each of these is one command
// there, so that it is whole or not at all whatever happens to the connection.

// Puts the script there and submits it, once: only who makes the run's directory may. A run that
// was begun before is found again by its number or, if whoever began it died, by the comment of its
// job; only then is it submitted anew. `user`: whose jobs are looked through.
Command submission(const Run& run, const Batch& batch, const std::string& user);

// Invalid: Slurm refused it, in Slurm's words. Unavailable: nobody knows yet; ask again. Conflict:
// the object was deleted.
Result<slurm::JobId> read_submission(const CommandOutput& output);

// Cancels whatever jobs the object has and sees to it that none is submitted any more.
Command cancellation(const std::string& uid, const std::string& user);
Result<void> read_cancellation(const CommandOutput& output);

// Removes the files. The job must be over, or nobody be interested.
Command removal(const std::string& uid);

// A piece of what the job printed, from that byte on.
Command output_piece(const Run& run, Task task, std::int64_t offset, std::int64_t most);

// Where the last so many lines of it begin.
Command output_tail(const Run& run, Task task, std::int64_t lines);
Result<std::int64_t> read_tail(const CommandOutput& output);

}  // namespace sluice::jobs
