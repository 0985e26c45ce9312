// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// Fills in what Kubernetes fills in when a field is left out (restartPolicy, protocol,
// completions…), from the kind's schema table. Idempotent; never changes a value that is there.
void apply_defaults(const Kind& kind, json::Value& object);

}  // namespace sluice::api
