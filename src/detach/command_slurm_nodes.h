// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "base/command.h"
#include "detach/slurm_nodes.h"

namespace sluice::detach {

// Where the commands have their configuration from. Empty: they look for it themselves.
struct CommandSource {
  std::string slurm_conf = {};
  // Who sends it where no file is found: "10.0.0.9:6817". slurmd leaves one for others, which a
  // reboot takes away; the slurmd of a node that is leaving does not start again.
  std::string controller = {};
};

// By scontrol, squeue and scancel, which must be run by root or Slurm's own user. `runner` outlives
// it.
std::unique_ptr<SlurmNodes> make_command_slurm_nodes(CommandRunner& runner,
                                                     CommandSource source = {});

}  // namespace sluice::detach
