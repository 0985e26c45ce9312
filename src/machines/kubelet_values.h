// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "machines/parts.h"
#include "machines/plan.h"

namespace sluice::machines {

// What kubelets of upstream are told beside their kubeconfig: whom they let in, which resolver
// their pods have, and where their packages come from. `wanted`: the machine has one; else the
// values are empty. Invalid names the field that is missing or wrong.
Result<void> add_kubelet(const PlanInput& input, bool wanted, Values& values);

}  // namespace sluice::machines
