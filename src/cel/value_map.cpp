// SPDX-License-Identifier: Apache-2.0
#include "cel/value_map.h"

#include <cmath>

namespace sluice::cel {
namespace {

using Kind = Value::Kind;

std::string integer_key(std::int64_t value) {
  return "i" + std::to_string(value);
}

std::string double_key(double value) {
  if (std::trunc(value) == value && value >= -9223372036854775808.0 &&
      value < 9223372036854775808.0) {
    return integer_key(static_cast<std::int64_t>(value));
  }
  return "d" + std::to_string(value);
}

// Equal keys have equal texts; empty for what cannot be a key.
std::string key_text(const Value& key) {
  switch (key.kind()) {
    case Kind::kBool:
      return key.as_bool() ? "b1" : "b0";
    case Kind::kInt:
      return integer_key(key.as_int());
    case Kind::kUint:
      return key.as_uint() <= 9223372036854775807u
                 ? integer_key(static_cast<std::int64_t>(key.as_uint()))
                 : "u" + std::to_string(key.as_uint());
    case Kind::kDouble:
      return double_key(key.as_double());
    case Kind::kString:
      return "s" + std::string(key.as_string());
    default:
      return "";
  }
}

}  // namespace

bool ValueMap::can_be_key(const Value& value) {
  return value.is(Kind::kBool) || value.is(Kind::kInt) || value.is(Kind::kUint) ||
         value.is(Kind::kString);
}

bool ValueMap::insert(Value key, Value value) {
  const std::string text = key_text(key);
  if (text.empty() || !index_.emplace(text, entries_.size()).second) {
    return false;
  }
  entries_.push_back({std::move(key), std::move(value)});
  return true;
}

std::optional<Value> ValueMap::find(const Value& key) const {
  const auto found = index_.find(key_text(key));
  return found == index_.end() ? std::nullopt : std::optional<Value>(entries_[found->second].value);
}

Type ValueMap::type() const {
  return object_ == nullptr ? Map::type() : Type::opaque(object_->name());
}

}  // namespace sluice::cel
