// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/apply/field_set.h"
#include "api/apply/value_type.h"
#include "json/value.h"

namespace sluice::api {

// What tells one document from another.
struct Comparison {
  FieldSet written;  // new or different in the second
  FieldSet removed;  // only in the first

  bool same() const { return written.empty() && removed.empty(); }
};

// Compares two documents of a type, in one walk over both. Items without identity are passed over.
Comparison compare(const ValueType& type, const json::Value& before, const json::Value& after);

}  // namespace sluice::api
