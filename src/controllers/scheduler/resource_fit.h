// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "controllers/scheduler/filters.h"

namespace sluice::controllers::scheduler {

// Whether what the pod requests is left on the node. Of resources that Slurm hands out it need not
// be free now: it must only be possible that it ever will. A pod that asks for another partition
// than the node's is left to Slurm altogether. Pure.
Fit has_room(const Attempt& attempt, const Place& place);

// What there is not enough of: "Insufficient cpu", "Too many pods".
std::vector<std::string> shortages(const Attempt& attempt, const Place& place);

}  // namespace sluice::controllers::scheduler
