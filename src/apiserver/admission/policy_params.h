// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/catalog.h"
#include "apiserver/admission/policy.h"
#include "registry/registry.h"

namespace sluice::apiserver {

// The objects a policy is to be evaluated with, once each: what the binding's paramRef finds. One
// null when the policy takes none or the binding gives none; nothing when none was found and that
// is fine. Errors in upstream's words. `kind` is the policy's paramKind, null when it has none.
Result<std::vector<json::Value>> collect_params(const registry::Registry& registry,
                                                const api::Kind* kind, const PolicyBinding& binding,
                                                const std::string& request_ns);

}  // namespace sluice::apiserver
