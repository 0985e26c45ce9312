// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/kind.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// Checks a decoded document against the kind's schema. A value of the wrong type is BadRequest and
// names the field. Returns the paths of fields the schema does not know ("spec.foo"), which the
// caller reports as its field-validation mode asks; they stay in the document.
Result<std::vector<std::string>> check_types(const Kind& kind, const json::Value& object);

// The same for a document that is no object, such as DeleteOptions; the message has its fault only.
Result<std::vector<std::string>> check_types(const Schema& schema, const json::Value& document);

// Removes the fields that check_types reported.
void drop_unknown_fields(const Kind& kind, json::Value& object);

// The rules beyond types: names, required values, ranges, allowed words, after defaulting. Invalid
// with one cause per fault, in Kubernetes' words ("spec.containers: Required value").
Result<void> validate_create(const Kind& kind, const json::Value& object);

// What may not change (name, immutable spec fields), and the rules of validate_create.
Result<void> validate_update(const Kind& kind, const json::Value& object, const json::Value& old);

// Object names: RFC 1123 subdomain or label, as the kind demands; empty when good, else what is
// wrong.
std::string name_fault(const Kind& kind, const std::string& name);

}  // namespace sluice::api
