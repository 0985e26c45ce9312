// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace sluice::slurm {

// The processes below this one, deepest last.
std::vector<pid_t> descendants(pid_t process);

// Kills every process that carries the mark of a job in its environment: what is left of one whose
// keeper and script were both killed.
void kill_marked(const std::string& mark);

}  // namespace sluice::slurm
