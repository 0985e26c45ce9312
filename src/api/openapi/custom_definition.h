// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "api/openapi/dialect.h"
#include "json/value.h"

namespace sluice::api {

// The definition of a custom kind as its schema says it, with what every resource has filled in.
// Version 2 cannot express all of it; what clients of that version trip over is left out.
json::Value custom_definition(const Kind& kind, OpenApi dialect);

}  // namespace sluice::api
