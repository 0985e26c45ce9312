// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/schema.h"
#include "json/value.h"

namespace sluice::api {

// What keeps `value` from being a `type` ("expected integer, got string"); empty when it is one.
std::string scalar_fault(FieldType type, const json::Value& value);

// Rewrites a good value the way Kubernetes prints it: quantities in canonical form, times in UTC
// with the digits of their type.
void canonicalise_scalar(FieldType type, json::Value& value);

}  // namespace sluice::api
