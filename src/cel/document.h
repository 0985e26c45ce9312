// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "cel/value.h"
#include "json/value.h"

namespace sluice::cel {

// A JSON document as a value of the given type, without copying it: lists, maps and objects are
// looked into when an expression asks. Document and type must outlive every value made of them.
// Data that does not fit its type becomes an error value where it is read.
Value from_json(const json::Value& document, const Type& type);

// As above, without a schema: numbers are int or double, objects are maps.
Value from_json(const json::Value& document);

// A copy as a document. Times and durations become their text, bytes become base64. Invalid for
// what JSON cannot say: errors, types, maps with keys that are no strings.
Result<json::Value> to_json(const Value& value);

}  // namespace sluice::cel
