// SPDX-License-Identifier: Apache-2.0
#include "api/defaults.h"

#include "api/dependent_defaults.h"
#include "api/schema.h"
#include "api/typed_walk.h"
#include "json/text.h"

namespace sluice::api {
namespace {

// Go cannot tell an empty text from a missing one, so Kubernetes gives both the default.
bool is_unset(const Field& field, const json::Value& value) {
  return value.is_null() || (field.type == FieldType::kString && value == json::Value(""));
}

void fill_in(const Schema& schema, json::Value& object) {
  for (const Field& field : schema.fields) {
    if (field.default_value.empty() || !is_unset(field, object.at(field.name))) {
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
