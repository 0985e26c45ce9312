// SPDX-License-Identifier: Apache-2.0
#include "api/canonical.h"

#include "api/scalar.h"
#include "api/typed_walk.h"
#include "json/quantity.h"

namespace sluice::api {
namespace {

bool is_left_out(const Field& field, const json::Value& value) {
  if (value.is_null() && field.default_value == "null") {  // always shown
    return false;
  }
  if (means_nothing(field, value)) {
    return true;
  }
  const bool empty = (field.shape == Shape::kList && value.as_array().empty()) ||
                     (field.shape == Shape::kMap && value.as_object().empty());
  return empty && !field.has(kRequired);
}

// Amounts of resources are counted in thousandths.
void round_up(json::Value& amount) {
  const auto quantity = json::Quantity::from(amount);
  if (!quantity) {
    return;
  }
  const auto milli = json::Quantity::parse(std::to_string(quantity->milli_value()) + "m");
  if (milli && !(*milli == *quantity)) {
    amount = milli->to_string();
  }
}

void canonicalise_field(const Field& field, json::Value& value) {
  if (field.shape == Shape::kOne) {
    canonicalise_scalar(field.type, value);
  } else if (field.shape == Shape::kList && value.is_array()) {
    for (json::Value& item : value.array()) {
      canonicalise_scalar(field.type, item);
    }
  } else if (field.shape == Shape::kMap && value.is_object()) {
    for (json::Member& member : value.object()) {
      canonicalise_scalar(field.type, member.value);
      if (field.type == FieldType::kQuantity) {
        round_up(member.value);
      }
    }
  }
}

// A null among texts is the empty one.
void fill_texts(json::Value& map) {
  if (!map.is_object()) {
    return;
  }
  for (json::Member& member : map.object()) {
    if (member.value.is_null()) {
      member.value = "";
    }
  }
}

bool has_form(FieldType type) {
  return type == FieldType::kQuantity || type == FieldType::kTime || type == FieldType::kMicroTime;
}

void canonicalise_members(const Schema& schema, json::Value& object) {
  if (schema.lenient) {
    return;
  }
  bool leave_out = false;
  for (json::Member& member : object.object()) {
    const Field* field = schema.find(member.key);
    if (field == nullptr) {
      continue;
    }
    if (has_form(field->type)) {
      canonicalise_field(*field, member.value);
    }
    if (field->shape == Shape::kMap && field->type == FieldType::kString) {
      fill_texts(member.value);
    }
    leave_out = leave_out || is_left_out(*field, member.value);
  }
  if (!leave_out) {
    return;
  }
  json::Object kept;
  for (json::Member& member : object.object()) {
    const Field* field = schema.find(member.key);
    if (field == nullptr || !is_left_out(*field, member.value)) {
      kept.append(std::move(member.key), std::move(member.value));
    }
  }
  object = std::move(kept);
}

}  // namespace

bool means_nothing(const Field& field, const json::Value& value) {
  if (!field.has(kZeroOmitted)) {
    return value.is_null();
  }
  return value.is_null() || value == json::Value(0) || value == json::Value(false) ||
         value == json::Value("");
}

void canonicalise(const Kind& kind, json::Value& object) {
  walk_objects(*kind.schema, object, canonicalise_members);
}

}  // namespace sluice::api
