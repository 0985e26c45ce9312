// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/field_path.h"
#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

// Rules for "3" or "25%"; a missing value is fine.
void check_count_or_percent(const json::Value& amount, const FieldPath& at, Faults& faults);
void check_at_most_all(const json::Value& amount, const FieldPath& at, Faults& faults);  // 100%
bool is_zero_amount(const json::Value& amount);

}  // namespace sluice::api
