// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "api/schema.h"
#include "json/value.h"

namespace sluice::api {

// Whether `value` is of the JSON type, and in the range, of a `type`. Everything is for quantities,
// which say themselves what is wrong.
bool has_json_type(FieldType type, const json::Value& value);

// What keeps a value of the right JSON type from being a `type`, in the words of the Go libraries
// that clients know; empty when it is one.
std::string scalar_fault(FieldType type, const json::Value& value);

// Rewrites a good value the way Kubernetes prints it: quantities in canonical form, times in UTC
// with the digits of their type.
void canonicalise_scalar(FieldType type, json::Value& value);

}  // namespace sluice::api
