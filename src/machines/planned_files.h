// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "machines/plan.h"

namespace sluice::machines {

// Adds the files that the user of a VirtualKubeletConfig asks for to those of its role. What is
// appended to one of them leaves owner and mode as they are unless it says others. Invalid names
// the field: a path that leads elsewhere or is taken, content that is not packed as it says, a
// Secret that everyone could read.
Result<void> add_files_asked_for(const PlanInput& input, Role role,
                                 std::vector<PlannedFile>& files);

}  // namespace sluice::machines
