// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>

#include "api/field_path.h"
#include "api/validation/faults.h"
#include "cel/program.h"
#include "json/value.h"

namespace sluice::api {

// Adds what is wrong with an expression of admission, which must have one of these types (none: any
// will do). Gives its type where it compiles.
cel::Type check_expression(const std::string& text, const cel::Declarations& variables,
                           std::initializer_list<cel::Type::Kind> types, const FieldPath& at,
                           Faults& faults);

// A list of matchConditions.
void check_match_conditions(const json::Value& list, const cel::Declarations& variables,
                            const FieldPath& at, Faults& faults);

}  // namespace sluice::api
