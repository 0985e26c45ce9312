// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/apply/field_set.h"
#include "api/apply/value_type.h"
#include "json/value.h"

namespace sluice::api {

// Every leaf and item that a document mentions: what its author claims by applying it.
FieldSet owned_fields(const ValueType& type, const json::Value& document);

// The same set, and the named fields above its paths: claiming a.b.c then claims a as well when it
// is a field of an object, but not when it is an entry of a map.
FieldSet with_named_fields(const ValueType& type, const FieldSet& set);

// The same set, where types have come to be atomic since it was written: who owned a part of such a
// value owns it all.
FieldSet with_atomic_fields(const ValueType& type, const FieldSet& set);

}  // namespace sluice::api
