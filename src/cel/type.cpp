// SPDX-License-Identifier: Apache-2.0
#include "cel/type.h"

#include <algorithm>
#include <utility>

namespace sluice::cel {

Type::Type(Kind kind, Detail detail)
    : kind_(kind), detail_(std::make_shared<const Detail>(std::move(detail))) {}

Type Type::list(Type element, ListSemantics semantics, std::vector<std::string> keys) {
  return {Kind::kList,
          {.parameters = {std::move(element)}, .semantics = semantics, .keys = std::move(keys)}};
}

Type Type::map(Type key, Type value) {
  return {Kind::kMap, {.parameters = {std::move(key), std::move(value)}}};
}

Type Type::optional(Type value) {
  return {Kind::kOptional, {.parameters = {std::move(value)}}};
}

Type Type::type_of(Type type) {
  return {Kind::kType, {.parameters = {std::move(type)}}};
}

Type Type::object(std::shared_ptr<const ObjectType> object) {
  Type type(Kind::kObject);
  type.object_ = std::move(object);
  return type;
}

Type Type::opaque(std::string name) {
  return {Kind::kOpaque, {.name = std::move(name)}};
}

Type Type::param(std::string name) {
  return {Kind::kParam, {.name = std::move(name)}};
}

const std::vector<Type>& Type::parameters() const {
  static const std::vector<Type> none;
  return detail_ == nullptr ? none : detail_->parameters;
}

ListSemantics Type::list_semantics() const {
  return detail_ == nullptr ? ListSemantics::kAtomic : detail_->semantics;
}

const std::vector<std::string>& Type::list_keys() const {
  static const std::vector<std::string> none;
  return detail_ == nullptr ? none : detail_->keys;
}

std::string Type::name() const {
  switch (kind_) {
    case Kind::kError:
      return "!error!";
    case Kind::kDyn:
      return "dyn";
    case Kind::kNull:
      return "null_type";
    case Kind::kBool:
      return "bool";
    case Kind::kInt:
      return "int";
    case Kind::kUint:
      return "uint";
    case Kind::kDouble:
      return "double";
    case Kind::kString:
      return "string";
    case Kind::kBytes:
      return "bytes";
    case Kind::kTimestamp:
      return "google.protobuf.Timestamp";
    case Kind::kDuration:
      return "google.protobuf.Duration";
    case Kind::kList:
      return "list";
    case Kind::kMap:
      return "map";
    case Kind::kOptional:
      return "optional_type";
    case Kind::kType:
      return "type";
    case Kind::kObject:
      return object_->name();
    case Kind::kOpaque:
    case Kind::kParam:
      return detail_->name;
  }
  return "";
}

std::string Type::to_string() const {
  if (is(Kind::kNull)) {
    return "null";
  }
  if (is(Kind::kTimestamp)) {
    return "timestamp";
  }
  if (is(Kind::kDuration)) {
    return "duration";
  }
  std::string text = name();
  if (!parameters().empty()) {
    text += '(';
    for (std::size_t i = 0; i < parameters().size(); ++i) {
      text += (i == 0 ? "" : ", ") + parameters()[i].to_string();
    }
    text += ')';
  }
  return text;
}

bool operator==(const Type& a, const Type& b) {
  if (a.kind_ != b.kind_) {
    return false;
  }
  if (a.is(Type::Kind::kObject)) {
    return a.object_->name() == b.object_->name();
  }
  if (a.is(Type::Kind::kOpaque) || a.is(Type::Kind::kParam)) {
    return a.detail_->name == b.detail_->name;
  }
  return a.parameters() == b.parameters();
}

ObjectType::ObjectType(std::string name, std::vector<Field> fields)
    : name_(std::move(name)), fields_(std::move(fields)) {
  std::sort(fields_.begin(), fields_.end(),
            [](const Field& a, const Field& b) { return a.name < b.name; });
}

std::shared_ptr<const ObjectType> ObjectType::open(std::string name) {
  auto type = std::make_shared<ObjectType>(std::move(name), std::vector<Field>{});
  type->open_ = true;
  return type;
}

const ObjectType::Field* ObjectType::find(std::string_view name) const {
  const auto found =
      std::lower_bound(fields_.begin(), fields_.end(), name,
                       [](const Field& field, std::string_view key) { return field.name < key; });
  return found == fields_.end() || found->name != name ? nullptr : &*found;
}

const ObjectType::Field* ObjectType::find_property(std::string_view property) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const Field& f) { return f.property == property; });
  return found == fields_.end() ? nullptr : &*found;
}

}  // namespace sluice::cel
