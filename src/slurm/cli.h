// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/command.h"
#include "slurm/slurm.h"

namespace sluice::slurm {

struct CliOptions {
  std::string slurm_conf;  // empty: where Slurm's commands look themselves
  std::string bin_dir;     // empty: $PATH
  std::string user;        // whose jobs to ask for; empty: this process' own
};

// Slurm through its commands (sbatch, squeue, scancel, sinfo, scontrol) with fixed formats. Works
// with every version; a call costs 5 ms and a process. Its cursor is a digest of squeue's answer:
// an unchanged queue still costs one squeue. `runner` must outlive it.
std::unique_ptr<Slurm> make_cli(CommandRunner& runner, CliOptions options);

}  // namespace sluice::slurm
