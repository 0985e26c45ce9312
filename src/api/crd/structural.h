// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

// Whether an OpenAPI v3 schema is structural: every value it speaks about has one type, stated
// outside of alternatives, so that objects can be pruned and defaulted by it.
void check_structural(const json::Value& schema, const FieldPath& at, Faults& faults);

// What schemas of custom resources may not say at all ($ref, patternProperties, …), and how their
// Kubernetes extensions fit together.
void check_schema_words(const json::Value& schema, const FieldPath& at, Faults& faults);

// Default values obey the schema they stand in.
void check_schema_defaults(const json::Value& schema, const FieldPath& at, Faults& faults);

}  // namespace sluice::api
