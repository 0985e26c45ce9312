// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/command.h"
#include "detach/slurm_nodes.h"

namespace sluice::detach {

// By scontrol, squeue and scancel, which must be run by root or Slurm's own user. `slurm_conf` may
// be empty: then the commands find their configuration themselves. `runner` outlives it.
std::unique_ptr<SlurmNodes> make_command_slurm_nodes(CommandRunner& runner,
                                                     std::string slurm_conf = {});

}  // namespace sluice::detach
