// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/apply/managed_fields.h"
#include "base/result.h"

namespace sluice::api {

// What applying would take from others: entries with the fields in question only.
// Conflict with one cause per field and manager, in Kubernetes' words.
Error apply_conflict(ManagedFields conflicts);

}  // namespace sluice::api
