// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "api/schema.h"
#include "json/value.h"

namespace sluice::api {

// Brings a checked document into the form in which Kubernetes stores and shows it: quantities and
// times reprinted; nulls, empty optional lists and maps, zeros and texts that mean nothing left
// out. Two documents that mean the same then compare equal, which keeps updates without change from
// being writes. Idempotent.
void canonicalise(const Kind& kind, json::Value& object);

// Whether a field of its own, not a list or map, says no more with this value than without it.
bool means_nothing(const Field& field, const json::Value& value);

}  // namespace sluice::api
