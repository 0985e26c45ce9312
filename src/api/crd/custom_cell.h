// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/table.h"
#include "base/clock.h"
#include "json/value.h"

namespace sluice::api {

// What a column with a JSONPath shows of an object: a value of the column's type, a date as the
// time since then, null when there is none.
json::Value custom_cell(const Column& column, const json::Value& object, WallTime now);

}  // namespace sluice::api
