// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "machines/parts.h"
#include "machines/plan.h"

namespace sluice::machines {

// What the Sluice agent of the machine reads (/etc/sluice/agent.yaml): who the machine is, and the
// services that it starts in this order and watches. `values` are those of the parts.
std::string agent_config(const PlanInput& input, Role role, const std::vector<Part>& parts,
                         const Values& values);

}  // namespace sluice::machines
