// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "json/value.h"

namespace sluice::json {

// RFC 7386: objects merge, null removes, anything else replaces.
Value merge_patch(Value original, const Value& patch);

// RFC 6902: all operations or none. Invalid when a test fails or a path does not exist, TooLarge
// when there are too many operations or what they make of the document is too much.
Result<Value> json_patch(Value original, const Value& operations);

}  // namespace sluice::json
