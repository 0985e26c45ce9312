// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/apply/field_set.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// FieldsV1, the JSON form of a field set in metadata.managedFields:
//   {"f:spec":{"f:containers":{"k:{\"name\":\"a\"}":{".":{},"f:image":{}}}}}
// An object without members is a path of the set, "." is the path of the object it is in.
json::Value encode_field_set(const FieldSet& set);

// BadRequest names what is wrong. Elements of kinds to come are left out.
Result<FieldSet> decode_field_set(const json::Value& fields);

}  // namespace sluice::api
