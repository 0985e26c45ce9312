// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/apply/field_set.h"
#include "api/apply/value_type.h"
#include "json/value.h"

namespace sluice::api {

// `live` with everything that `config` says: members and items merge, leaves are config's where it
// has them. Nothing is removed. Items both have stand in config's order; those only in `live` keep
// their place.
json::Value typed_merge(const ValueType& type, const json::Value& live, const json::Value& config);

// `document` without the parts in `set`.
json::Value without_fields(const ValueType& type, const json::Value& document, const FieldSet& set);

}  // namespace sluice::api
