// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

// The schemas, subresources, printer columns and selectable fields of a definition's versions.
// `at` is spec: what all versions agree on is reported there, as upstream does. `old` is the spec
// before, or null.
void check_version_contents(const json::Value& spec, const json::Value* old, const FieldPath& at,
                            Faults& faults);

// deprecated and deprecationWarning of one version.
void check_deprecation(const json::Value& version, const FieldPath& at, Faults& faults);

}  // namespace sluice::api
