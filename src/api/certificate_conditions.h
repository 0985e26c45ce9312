// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

// The conditions of a CertificateSigningRequest, of which callers need not give the times.

// Sets lastUpdateTime and lastTransitionTime where they are missing; the latter as it was while the
// condition's status is.
void set_condition_times(json::Value& request, const json::Value& old, WallTime now);

// Approved and Denied stay as they were, unless some were added or removed: which the rules refuse.
void keep_decisions(json::Value& request, const json::Value& old);

}  // namespace sluice::api
