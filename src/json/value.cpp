// SPDX-License-Identifier: Apache-2.0
#include "json/value.h"

#include <algorithm>

namespace sluice::json {

Object::Object() = default;
Object::Object(std::initializer_list<Member> members) : members_(members) {}
Object::Object(const Object&) = default;
Object::Object(Object&&) noexcept = default;
Object& Object::operator=(const Object&) = default;
Object& Object::operator=(Object&&) noexcept = default;
Object::~Object() = default;

const Value* Object::find(std::string_view key) const {
  for (const Member& member : members_) {
    if (member.key == key) {
      return &member.value;
    }
  }
  return nullptr;
}

Value* Object::find(std::string_view key) {
  return const_cast<Value*>(std::as_const(*this).find(key));
}

Value& Object::operator[](std::string_view key) {
  if (Value* found = find(key)) {
    return *found;
  }
  return append(std::string(key), Value());
}

Value& Object::append(std::string key, Value value) {
  return members_.emplace_back(Member{std::move(key), std::move(value)}).value;
}

bool Object::erase(std::string_view key) {
  return std::erase_if(members_, [&](const Member& m) { return m.key == key; }) > 0;
}

bool Object::empty() const {
  return members_.empty();
}
std::size_t Object::size() const {
  return members_.size();
}
std::vector<Member>::const_iterator Object::begin() const {
  return members_.begin();
}
std::vector<Member>::const_iterator Object::end() const {
  return members_.end();
}
std::vector<Member>::iterator Object::begin() {
  return members_.begin();
}
std::vector<Member>::iterator Object::end() {
  return members_.end();
}

bool operator==(const Object& a, const Object& b) {
  if (a.size() != b.size()) {
    return false;
  }
  return std::all_of(a.begin(), a.end(), [&](const Member& member) {
    const Value* other = b.find(member.key);
    return other != nullptr && *other == member.value;
  });
}

std::string_view to_string(Type type) {
  switch (type) {
    case Type::kNull:
      return "null";
    case Type::kBool:
      return "boolean";
    case Type::kInt:
      return "integer";
    case Type::kDouble:
      return "number";
    case Type::kString:
      return "string";
    case Type::kArray:
      return "array";
    case Type::kObject:
      return "object";
  }
  return "null";
}

bool Value::as_bool(bool fallback) const {
  const bool* value = std::get_if<bool>(&data_);
  return value == nullptr ? fallback : *value;
}

std::int64_t Value::as_int(std::int64_t fallback) const {
  const auto* value = std::get_if<std::int64_t>(&data_);
  return value == nullptr ? fallback : *value;
}

double Value::as_double(double fallback) const {
  if (is_int()) {
    return static_cast<double>(as_int());
  }
  const double* value = std::get_if<double>(&data_);
  return value == nullptr ? fallback : *value;
}

const std::string& Value::as_string() const {
  static const std::string kEmpty;
  const auto* value = std::get_if<std::string>(&data_);
  return value == nullptr ? kEmpty : *value;
}

const Array& Value::as_array() const {
  static const Array kEmpty;
  const auto* value = std::get_if<Array>(&data_);
  return value == nullptr ? kEmpty : *value;
}

const Object& Value::as_object() const {
  static const Object kEmpty;
  const auto* value = std::get_if<Object>(&data_);
  return value == nullptr ? kEmpty : *value;
}

std::string& Value::string() {
  if (!is_string()) {
    data_ = std::string();
  }
  return std::get<std::string>(data_);
}

Array& Value::array() {
  if (!is_array()) {
    data_ = Array();
  }
  return std::get<Array>(data_);
}

Object& Value::object() {
  if (!is_object()) {
    data_ = Object();
  }
  return std::get<Object>(data_);
}

const Value& Value::null() {
  static const Value kNull;
  return kNull;
}

bool operator==(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number() && a.type() != b.type()) {
    return a.as_double() == b.as_double();
  }
  return a.data_ == b.data_;
}

}  // namespace sluice::json
