// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

// The rules for new and for changed CustomResourceDefinitions, type-checked and defaulted. Paths
// are those upstream shows: what all versions agree on stands at spec.validation,
// spec.subresources….
void check_definition(const json::Value& definition, Faults& faults);
void check_definition_update(const json::Value& definition, const json::Value& old, Faults& faults);

}  // namespace sluice::api
