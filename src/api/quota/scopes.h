// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api::quota {

// Whether the object is in all scopes that the ResourceQuota names, in spec.scopes or
// spec.scopeSelector. One without scopes is about every object; only pods and claims can be in a
// scope.
bool in_scope(const json::Value& quota, const Kind& kind, const json::Value& object);

}  // namespace sluice::api::quota
