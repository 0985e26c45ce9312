// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/kind.h"
#include "json/value.h"

namespace sluice::api {

// Brings a checked document into the form in which Kubernetes stores and shows it: quantities and
// times reprinted; nulls, empty optional lists and maps, and zeros that mean nothing left out. Two
// documents that mean the same then compare equal, which keeps updates without change from being
// writes. Idempotent.
void canonicalise(const Kind& kind, json::Value& object);

}  // namespace sluice::api
