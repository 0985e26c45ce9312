// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "base/command.h"
#include "base/result.h"
#include "jobs/identity.h"

namespace sluice::jobs {

// What is kept of a SlurmJob on the machine it is submitted from: ~/.sluice/jobs/<uid>/<run>, open
// to the user alone, with the script, the job's number and its output. Each of these is one command
// there, so that it is whole or not at all whatever happens to the connection. How a job gets there
// is in remote_submission.h.

// Cancels whatever jobs the object has and sees to it that none is submitted any more.
Command cancellation(const std::string& uid, const std::string& user);

// The same, but later runs may be submitted.
Command withdrawal(const Run& run, const std::string& user);
Result<void> read_cancellation(const CommandOutput& output);

// Removes the files. The job must be over, or nobody be interested. Unavailable: some are left.
Command removal(const std::string& uid);
Result<void> read_removal(const CommandOutput& output);

// A piece of what the job printed, from that byte on.
Command output_piece(const Run& run, Task task, std::int64_t offset, std::int64_t most);

// Where the last so many lines of it begin.
Command output_tail(const Run& run, Task task, std::int64_t lines);
Result<std::int64_t> read_tail(const CommandOutput& output);

}  // namespace sluice::jobs
