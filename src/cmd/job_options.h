// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/options.h"
#include "cmd/vault_options.h"
#include "jobs/operator.h"

namespace sluice::cmd {

// What whoever runs SlurmJobs, `sluice up` or `sluice operator`, is told about their clusters.
struct JobOptions {
  std::string known_hosts;  // a file that must exist; empty: ~/.ssh/known_hosts, which need not
  std::string credentials_dir;
  VaultOptions vault;
};

std::vector<Option> job_options(JobOptions& options);

// All but where their pods stand. `slurm_conf`: of this machine's Slurm; empty: the usual one.
Result<jobs::OperatorOptions> operator_options(const JobOptions& options,
                                               const std::string& slurm_conf, Clock& clock);

}  // namespace sluice::cmd
