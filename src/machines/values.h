// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "machines/parts.h"
#include "machines/plan.h"

namespace sluice::machines {

// What the texts of a role's parts are filled in with, checked: nothing in it can mean more than
// itself where it comes to stand. Empty for what is not said. Invalid names the field.
Result<Values> values_of(const PlanInput& input, Role role);

}  // namespace sluice::machines
