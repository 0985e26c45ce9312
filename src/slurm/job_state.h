// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "slurm/slurm.h"

namespace sluice::slurm {

// Slurm's word for a state, base or flag, to ours: "COMPLETING", "REQUEUED". kUnknown when new.
JobState parse_job_state(std::string_view word);

// Sets the job's times from Slurm's, in seconds since the epoch, 0 for none; what they mean depends
// on its state and its time limit, which are set already.
void set_times(Job& job, std::int64_t submit, std::int64_t start, std::int64_t end);

// The same as accounting tells them. slurmctld may tell slurmdbd of a job's start when it is over
// already: the record then has the last state, but neither end nor exit code nor comment until the
// second message is through. Such a job is completing still.
void set_remembered_times(Job& job, std::int64_t submit, std::int64_t start, std::int64_t end);

}  // namespace sluice::slurm
