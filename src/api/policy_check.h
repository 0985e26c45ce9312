// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/catalog.h"
#include "cel/type.h"
#include "json/value.h"

namespace sluice::api {

// How expressions see objects of a kind: amounts of resources and free JSON are no fields of
// theirs, as in Kubernetes.
cel::Type expression_type(const Kind& kind);

// What status.typeChecking.expressionWarnings of a ValidatingAdmissionPolicy says: for every
// expression that does not fit a kind the policy names (at most ten; wildcards name none), the
// field and why. An empty list: all fit. Pure.
json::Array policy_warnings(const json::Value& policy, const Catalog& catalog);

}  // namespace sluice::api
