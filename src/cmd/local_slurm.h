// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jobs/connect.h"

namespace sluice::cmd {

// The Slurm of this machine as SlurmJobs reach it: of `slurm_conf`, else of $SLURM_CONF, else where
// Slurm itself looks. Looked for when the first job needs it.
jobs::LocalSlurm local_slurm(const std::string& slurm_conf);

}  // namespace sluice::cmd
