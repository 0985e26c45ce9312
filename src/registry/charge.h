// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "api/quota/amounts.h"
#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"
#include "registry/admission.h"

// What a write costs its namespace's quotas. No I/O.
namespace sluice::registry {

// What a write was charged with, to be given back if it does not happen after all.
struct Charge {
  std::string quota;  // its name; the namespace is the object's
  api::quota::Amounts amounts;
};
using Charges = std::vector<Charge>;

// Whether a request of this sort can cost anything: creating does, and of what can grow later,
// changing it.
bool may_cost(const Attributes& request);

// What the request costs that quota: nothing when it is not about the object, or when the object
// only shrinks. Forbidden when the pod does not say what has to be counted, or when the quota's
// usage is not known yet.
Result<api::quota::Amounts> cost(const Attributes& request, const json::Value& quota, WallTime now);

// The quota with so much more used. Forbidden when that is more than there is, unless it is the
// object's status that says so: then it has happened already.
Result<json::Value> charged(const Attributes& request, json::Value quota,
                            const api::quota::Amounts& amounts);

// The quota with so much less used.
json::Value refunded(json::Value quota, const api::quota::Amounts& amounts);

}  // namespace sluice::registry
