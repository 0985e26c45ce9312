// SPDX-License-Identifier: Apache-2.0
#include "api/apply/value_type.h"

namespace sluice::api {
namespace {

const json::Value& nothing_of(const Field& field) {
  static const json::Value kEmptyObject{json::Object()};
  static const json::Value kEmptyText{""};
  static const json::Value kZero{0};
  static const json::Value kFalse{false};
  if (field.shape != Shape::kOne) {
    return json::Value::null();
  }
  switch (field.type) {
    case FieldType::kObject:
      return kEmptyObject;
    case FieldType::kString:
      return kEmptyText;
    case FieldType::kInt32:
    case FieldType::kInt64:
      return kZero;
    case FieldType::kBool:
      return kFalse;
    default:
      return json::Value::null();
  }
}

}  // namespace

ValueType ValueType::of(const Schema& schema) {
  if (schema.wraps) {
    return of(schema.fields.front());
  }
  if (schema.atomic) {
    return ValueType(Form::kLeaf);
  }
  ValueType type(Form::kObject);
  type.schema_ = &schema;
  return type;
}

ValueType ValueType::of(const Field& field) {
  if (field.has(kAtomic)) {
    return ValueType(Form::kLeaf);
  }
  switch (field.shape) {
    case Shape::kOne:
      return element(field);
    case Shape::kMap:
      return {Form::kMap, &field};
    case Shape::kList:
      break;
  }
  return field.has(kListMap) || field.has(kListSet) ? ValueType(Form::kList, &field)
                                                    : ValueType(Form::kLeaf);
}

ValueType ValueType::element(const Field& field) {
  if (field.type == FieldType::kObject && field.schema != nullptr) {
    return of(*field.schema);
  }
  // A type that has a name but no description is opaque: it has one owner.
  const bool any = field.type == FieldType::kRaw || field.type == FieldType::kObject;
  return ValueType(any && field.schema == nullptr ? Form::kDeduced : Form::kLeaf);
}

ValueType ValueType::resolved(const json::Value& value) const {
  return form_ == Form::kDeduced ? ValueType(value.is_object() ? Form::kMap : Form::kLeaf) : *this;
}

const Field* ValueType::find(std::string_view name) const {
  return form_ == Form::kObject ? schema_->find(name) : nullptr;
}

ValueType ValueType::member(std::string_view name) const {
  if (const Field* field = find(name)) {
    return of(*field);
  }
  return form_ == Form::kMap && field_ != nullptr ? element(*field_) : deduced();
}

ValueType ValueType::item() const {
  return element(*field_);
}

bool ValueType::names(const PathElement& element) const {
  return element.step == PathElement::Step::kField && find(element.text) != nullptr;
}

ValueType ValueType::at(const PathElement& element) const {
  if (element.step == PathElement::Step::kField) {
    return member(element.text);
  }
  return form_ == Form::kList ? item() : deduced();
}

bool ValueType::allows(std::string_view name) const {
  return form_ != Form::kObject || schema_->open || schema_->find(name) != nullptr;
}

const json::Value* ValueType::implied(std::string_view name) const {
  const Field* field = find(name);
  if (field == nullptr) {
    return nullptr;
  }
  const bool null_list = field->has(kRequired) && field->shape != Shape::kOne;
  const bool null_shown = field->default_value == "null";
  return field->has(kByValue) || null_list || null_shown ? &nothing_of(*field) : nullptr;
}

}  // namespace sluice::api
