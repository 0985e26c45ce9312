// SPDX-License-Identifier: Apache-2.0
#include "json/value.h"

#include <algorithm>
#include <utility>

#include "json/key_index.h"

namespace sluice::json {

namespace {

// Up to so many members a search one by one is as fast as any other.
constexpr std::size_t kFew = 32;

}  // namespace

// Every Value has room for the largest alternative: an Object must not be that one.
static_assert(sizeof(Object) <= sizeof(std::string));

Object::Object() = default;
Object::Object(std::initializer_list<Member> members) : members_(members) {
  make_index();
}
Object::Object(const Object& other)
    : members_(other.members_),
      index_(other.index_ == nullptr ? nullptr : std::make_unique<KeyIndex>(*other.index_)) {}
Object::Object(Object&&) noexcept = default;
Object& Object::operator=(const Object& other) {
  return *this = Object(other);
}
Object& Object::operator=(Object&&) noexcept = default;
Object::~Object() = default;

void Object::make_index() {
  index_ = members_.size() > kFew ? std::make_unique<KeyIndex>(members_) : nullptr;
}

std::size_t Object::position(std::string_view key) const {
  if (index_ != nullptr) {
    return index_->find(key, members_).value_or(members_.size());
  }
  std::size_t at = 0;
  while (at < members_.size() && members_[at].key != key) {
    ++at;
  }
  return at;
}

const Value* Object::find(std::string_view key) const {
  const std::size_t at = position(key);
  return at == members_.size() ? nullptr : &members_[at].value;
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
  members_.emplace_back(Member{std::move(key), std::move(value)});
  if (index_ != nullptr) {
    index_->added(members_.back().key, members_.size() - 1);
  } else if (members_.size() > kFew) {
    make_index();
  }
  return members_.back().value;
}

bool Object::erase(std::string_view key) {
  const std::size_t at = position(key);
  if (at == members_.size()) {
    return false;
  }
  members_.erase(members_.begin() + static_cast<std::ptrdiff_t>(at));
  if (index_ != nullptr) {
    index_->removed(at);
  }
  return true;
}

void Object::erase_if(const std::function<bool(const Member&)>& unwanted) {
  if (std::erase_if(members_, unwanted) > 0) {
    make_index();
  }
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
  // what is equal mostly has the same order too
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Member& member = a.members_[i];
    const Member& opposite = b.members_[i];
    const Value* other = opposite.key == member.key ? &opposite.value : b.find(member.key);
    if (other == nullptr || !(*other == member.value)) {
      return false;
    }
  }
  return true;
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

std::size_t depth(const Value& document) {
  std::size_t deepest = 0;
  for (const Value& item : document.as_array()) {
    deepest = std::max(deepest, depth(item) + 1);
  }
  for (const Member& member : document.as_object()) {
    deepest = std::max(deepest, depth(member.value) + 1);
  }
  return deepest;
}

bool operator==(const Value& a, const Value& b) {
  if (a.is_number() && b.is_number() && a.type() != b.type()) {
    return a.as_double() == b.as_double();
  }
  return a.data_ == b.data_;
}

}  // namespace sluice::json
