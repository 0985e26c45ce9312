// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "registry/registry.h"

namespace sluice::registry {

// Makes an object have everything that `wanted` (a whole document) says: creates it, or changes
// what differs. What else the object has stays. Nothing is written when nothing differs.
Result<void> ensure(Registry& registry, const json::Value& wanted);

}  // namespace sluice::registry
