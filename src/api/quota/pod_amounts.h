// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/quota/amounts.h"
#include "json/value.h"

namespace sluice::api::quota {

// What a whole pod requests or limits itself to: its containers together, at least as much as its
// init containers need on the way, the pod's own figures before those of its containers, and its
// overhead. A container that is being resized counts with the most of what it has, had and wants.
Amounts pod_requests(const json::Value& pod);
Amounts pod_limits(const json::Value& pod);

}  // namespace sluice::api::quota
