// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include <vector>

namespace sluice {

// The children of a process that live, of all its threads; none when it has gone.
std::vector<pid_t> children_of(pid_t process);

}  // namespace sluice
