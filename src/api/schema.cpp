// SPDX-License-Identifier: Apache-2.0
#include "api/schema.h"

#include <algorithm>

namespace sluice::api {

const Field* Schema::find(std::string_view field) const {
  const auto found = std::lower_bound(
      fields.begin(), fields.end(), field,
      [](const Field& item, std::string_view wanted) { return item.name < wanted; });
  return found != fields.end() && found->name == field ? &*found : nullptr;
}

std::string_view to_string(FieldType type) {
  switch (type) {
    case FieldType::kString:
      return "string";
    case FieldType::kBool:
      return "boolean";
    case FieldType::kInt32:
      return "32-bit integer";
    case FieldType::kInt64:
      return "integer";
    case FieldType::kDouble:
      return "number";
    case FieldType::kBytes:
      return "base64 string";
    case FieldType::kQuantity:
      return "quantity";
    case FieldType::kTime:
    case FieldType::kMicroTime:
      return "RFC 3339 time";
    case FieldType::kDuration:
      return "duration";
    case FieldType::kIntOrString:
      return "integer or string";
    case FieldType::kRaw:
      return "value";
    case FieldType::kObject:
      return "object";
  }
  return "value";
}

}  // namespace sluice::api
