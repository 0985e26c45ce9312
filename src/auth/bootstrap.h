// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "registry/registry.h"

namespace sluice::auth {

// The roles and bindings every cluster starts with, as documents.
std::vector<json::Value> bootstrap_objects();

// What becomes of `existing` so that it holds at least what `wanted` does: missing rules, subjects,
// labels and annotations are added, what others added stays. A binding to another role is replaced.
// An object whose annotation rbac.authorization.kubernetes.io/autoupdate is "false" is left alone.
json::Value reconciled(const json::Value& existing, const json::Value& wanted);

// Creates or completes them in the registry; writes only what is missing, all at the same time.
Result<void> bootstrap_policy(registry::Registry& registry);

}  // namespace sluice::auth
