// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"

namespace sluice::api {

// Whether a PodDisruptionBudget is about that pod of its namespace: no selector means no pod, an
// empty one every pod. Invalid when the selector is.
Result<bool> budget_covers(const json::Value& budget, const json::Value& pod);

// Makes the condition DisruptionAllowed say what status.disruptionsAllowed says: SufficientPods or
// InsufficientPods. Returns whether anything changed.
bool set_disruption_allowed(json::Value& status, WallTime now);

// The same for a budget whose disruptions cannot be counted: none are allowed.
bool set_disruption_unknown(json::Value& status, std::string_view why, WallTime now);

}  // namespace sluice::api
