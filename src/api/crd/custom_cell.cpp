// SPDX-License-Identifier: Apache-2.0
#include "api/crd/custom_cell.h"

#include <cstdint>

#include "api/crd/json_path.h"
#include "api/printing/human_duration.h"
#include "base/timestamp.h"
#include "json/text.h"

namespace sluice::api {

json::Value custom_cell(const Column& column, const json::Value& object, WallTime now) {
  const json::Value* value = column.json_path->find(object);
  if (value == nullptr || value->is_null()) {
    return {};
  }
  if (column.type == "string") {
    return value->is_string() ? *value : json::Value(json::write(*value));
  }
  if (column.type == "integer" && value->is_number()) {
    return value->is_int() ? *value : json::Value(static_cast<std::int64_t>(value->as_double()));
  }
  if ((column.type == "number" && value->is_number()) ||
      (column.type == "boolean" && value->is_bool())) {
    return *value;
  }
  if (column.type == "date" && value->is_string()) {
    return parse_rfc3339(value->as_string()) ? time_since(*value, now) : "<invalid>";
  }
  return {};
}

}  // namespace sluice::api
