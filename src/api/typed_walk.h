// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/schema.h"
#include "json/value.h"

namespace sluice::api {

// Calls visit(schema, object) for `object` and, afterwards, for every described object below it:
// what defaulting, pruning and canonicalising share. Values of the wrong type are passed over.
template <class Visit>
void walk_objects(const Schema& schema, json::Value& object, const Visit& visit);

// The same for the value(s) of one field.
template <class Visit>
void walk_field(const Field& field, json::Value& value, const Visit& visit) {
  if (field.type != FieldType::kObject || field.schema == nullptr) {
    return;
  }
  if (field.shape == Shape::kOne) {
    walk_objects(*field.schema, value, visit);
  } else if (field.shape == Shape::kList && value.is_array()) {
    for (json::Value& item : value.array()) {
      walk_objects(*field.schema, item, visit);
    }
  } else if (field.shape == Shape::kMap && value.is_object()) {
    for (json::Member& member : value.object()) {
      walk_objects(*field.schema, member.value, visit);
    }
  }
}

template <class Visit>
void walk_objects(const Schema& schema, json::Value& object, const Visit& visit) {
  if (schema.wraps) {
    walk_field(schema.fields.front(), object, visit);
    return;
  }
  if (!object.is_object()) {
    return;
  }
  visit(schema, object);
  for (json::Member& member : object.object()) {
    if (const Field* field = schema.find(member.key)) {
      walk_field(*field, member.value, visit);
    }
  }
}

}  // namespace sluice::api
