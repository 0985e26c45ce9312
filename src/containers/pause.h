// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/types.h>

#include "base/result.h"

namespace sluice::containers {

// Makes the first process of the process namespace that children of the caller get: it waits, reaps
// orphans, and dies with the caller, which ends every process in the namespace and in those below
// it, whatever they did about signals. Nobody in the namespace can read its memory.
Result<pid_t> start_pause();

}  // namespace sluice::containers
