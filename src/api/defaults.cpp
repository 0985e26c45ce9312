// SPDX-License-Identifier: Apache-2.0
#include "api/defaults.h"

#include "api/dependent_defaults.h"
#include "api/schema.h"
#include "api/typed_walk.h"
#include "json/text.h"

namespace sluice::api {
namespace {

// Go cannot tell an empty text from a missing one, so Kubernetes gives both the default.
bool is_unset(const Schema& schema, const Field& field, const json::Value& object) {
  if (schema.lenient) {
    const json::Value* value = object.find(field.name);
    return value == nullptr || (value->is_null() && !field.nullable);
  }
  const json::Value& value = object.at(field.name);
  return value.is_null() || (field.type == FieldType::kString && value == json::Value(""));
}

void fill_in(const Schema& schema, json::Value& object) {
  for (const Field& field : schema.fields) {
    if (field.default_value.empty() || !is_unset(schema, field, object)) {
      continue;
    }
    if (auto value = json::parse(field.default_value)) {
      object[field.name] = std::move(*value);
    }
  }
  apply_dependent_defaults(schema, object);
}

}  // namespace

void apply_defaults(const Kind& kind, json::Value& object) {
  walk_objects(*kind.schema, object, fill_in);
}

}  // namespace sluice::api
