// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

namespace sluice::cmd {

// Runs `work` in a child process and, when that has ended, however it ended, gives the Slurm
// allocation this process runs in back: an allocation does not end by itself as a batch job does.
// What is left for the parent is to wait: it ignores the signals Slurm sends to every process of a
// step.
//
// `comment` is the allocation's identity. A slurmctld that was killed may have forgotten it and
// given its id to another job: we do not start in another's job, nor without an answer, and give
// nobody else's back. Outside of Slurm ($SLURM_JOB_ID) there is nobody to ask: who started us looks
// after the rest. Returns the exit code of `work`, or pod::kExitLostClaim when it was not
// started. Call it while the process has one thread.
int run_in_allocation(const std::string& comment, const std::function<int()>& work);

}  // namespace sluice::cmd
