// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

// spec.conversion of a CustomResourceDefinition: its strategy and, for webhooks, how to call them.
void check_conversion(const json::Value& spec, const FieldPath& at, Faults& faults);

}  // namespace sluice::api
