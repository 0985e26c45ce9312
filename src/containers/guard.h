// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

namespace sluice::containers {

// Kills `then` as soon as `first` has ended, whoever ended it and even if we are gone by that time.
// The guard is one more child of ours until one of the two has ended, holds none of our descriptors
// and need not be reaped by name. Nothing happens where the kernel cannot tell of a process's end
// (before 5.3), or when one of the two is gone already.
void kill_after(pid_t first, pid_t then);

}  // namespace sluice::containers
