// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "apiserver/admission/policy.h"

namespace sluice::apiserver {

// What policies are evaluated with; outlives the call.
struct PolicyTools {
  const registry::Registry& registry;
  const auth::Rbac& rbac;
};

// Evaluates the policies that are bound for the request: refuses, warns and leaves audit
// annotations as their bindings say. The first refusal is reported.
Result<void> validate_by_policies(const std::vector<BoundPolicy>& policies,
                                  const registry::Attributes& request, const PolicyTools& tools);

}  // namespace sluice::apiserver
