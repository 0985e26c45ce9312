// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "machines/plan.h"

namespace sluice::machines {

// The files that the user of a VirtualKubeletConfig asks for. Invalid names the field: a path that
// leads elsewhere, content that is not packed as it says, a Secret that everyone could read.
Result<std::vector<PlannedFile>> files_asked_for(const PlanInput& input);

}  // namespace sluice::machines
