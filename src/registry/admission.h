// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"
#include "store/store.h"

namespace sluice::registry {

// What may enter or leave the cluster, beyond the object itself being valid. Each list is run in
// order; the first refusal ends it. Plain functions: a rule may change the object it admits.

// Before a new object is defaulted and validated; its metadata.namespace is set.
Result<void> admit_create(const store::Store& store, const api::Kind& kind, json::Value& object);

Result<void> admit_remove(const api::Kind& kind, const json::Value& object);

}  // namespace sluice::registry
