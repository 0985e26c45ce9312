// SPDX-License-Identifier: Apache-2.0
#include "api/scalar.h"

#include <limits>

#include "base/text.h"
#include "base/timestamp.h"
#include "json/quantity.h"

namespace sluice::api {
namespace {

bool has_type(FieldType type, const json::Value& value) {
  switch (type) {
    case FieldType::kString:
    case FieldType::kBytes:
    case FieldType::kTime:
    case FieldType::kMicroTime:
      return value.is_string();
    case FieldType::kBool:
      return value.is_bool();
    case FieldType::kInt64:
      return value.is_int();
    case FieldType::kInt32:
      return value.is_int() && value.as_int() >= std::numeric_limits<std::int32_t>::min() &&
             value.as_int() <= std::numeric_limits<std::int32_t>::max();
    case FieldType::kDouble:
      return value.is_number();
    case FieldType::kQuantity:
      return value.is_string() || value.is_number();
    case FieldType::kIntOrString:
      return value.is_string() || value.is_int();
    case FieldType::kRaw:
      return true;
    case FieldType::kObject:
      return value.is_object();
  }
  return false;
}

}  // namespace

std::string scalar_fault(FieldType type, const json::Value& value) {
  if (!has_type(type, value)) {
    const bool too_large = type == FieldType::kInt32 && value.is_int();
    return "expected " + std::string(to_string(type)) + ", got " +
           (too_large ? std::to_string(value.as_int()) : std::string(to_string(value.type())));
  }
  if (type == FieldType::kQuantity) {
    const auto quantity = json::Quantity::from(value);
    return quantity ? "" : quantity.error().message;
  }
  if (type == FieldType::kTime || type == FieldType::kMicroTime) {
    const auto time = parse_rfc3339(value.as_string());
    return time ? "" : "expected RFC 3339 time, got \"" + value.as_string() + "\"";
  }
  if (type == FieldType::kBytes) {
    return base64_decode(value.as_string()) ? "" : "expected base64 string";
  }
  return "";
}

void canonicalise_scalar(FieldType type, json::Value& value) {
  if (type == FieldType::kQuantity) {
    if (const auto quantity = json::Quantity::from(value)) {
      value = quantity->to_string();
    }
  } else if (type == FieldType::kTime || type == FieldType::kMicroTime) {
    if (const auto time = parse_rfc3339(value.as_string())) {
      value = type == FieldType::kTime ? format_rfc3339(*time) : format_rfc3339_micro(*time);
    }
  }
}

}  // namespace sluice::api
