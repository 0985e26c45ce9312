// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/command.h"
#include "jobs/cluster.h"
#include "jobs/target.h"

namespace sluice::jobs {

// Makes the cluster of a target. It need not answer yet.
using Connect = std::function<Result<std::unique_ptr<Cluster>>(const Target&, Cluster::OnNews)>;

// The Slurm of this machine.
struct LocalSlurm {
  // Through a runner that outlives it; empty: there is none.
  std::function<Result<std::unique_ptr<slurm::Slurm>>(CommandRunner&)> open;
  // Which one Slurm's commands are to talk to, beside this process's own environment.
  std::vector<std::pair<std::string, std::string>> environment;
};

// By SSH and Slurm's commands, through slurmrestd, or here.
Connect connect_with(Clock& clock, LocalSlurm local);

}  // namespace sluice::jobs
