// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace sluice::json {

class KeyIndex;
class Value;
struct Member;
using Array = std::vector<Value>;

// Members in the order they were written; keys are unique, and nobody changes one in place.
// Kubernetes objects have few members per level: they are searched one by one, and an ordered vector
// is the smallest thing that keeps their order. Objects that somebody fills with thousands are found
// through an index, so that no request is slower than its size.
class Object {
 public:
  Object();
  Object(std::initializer_list<Member> members);
  Object(const Object&);
  Object(Object&&) noexcept;
  Object& operator=(const Object&);
  Object& operator=(Object&&) noexcept;
  ~Object();

  const Value* find(std::string_view key) const;
  Value* find(std::string_view key);

  // The member's value, added as null when missing.
  Value& operator[](std::string_view key);

  // Adds without looking for the key: for callers that know it is not there (the parser).
  Value& append(std::string key, Value value);

  bool erase(std::string_view key);

  // Removes all members of which this is true, in one go.
  void erase_if(const std::function<bool(const Member&)>& unwanted);

  bool empty() const;
  std::size_t size() const;

  std::vector<Member>::const_iterator begin() const;
  std::vector<Member>::const_iterator end() const;
  std::vector<Member>::iterator begin();
  std::vector<Member>::iterator end();

  // Order of members does not matter.
  friend bool operator==(const Object&, const Object&);

 private:
  std::size_t position(std::string_view key) const;  // size() when it is not there
  void make_index();

  std::vector<Member> members_;
  std::unique_ptr<KeyIndex> index_;  // of many members only
};

enum class Type { kNull, kBool, kInt, kDouble, kString, kArray, kObject };

std::string_view to_string(Type type);

// A JSON document. A plain value type: copies are deep, there is no sharing. Reading accessors
// never fail: they answer "nothing" for a missing or differently typed value, which is what code
// that reads optional Kubernetes fields wants; validation against types is the api layer's work.
class Value {
 public:
  Value() = default;
  Value(std::nullptr_t) {}
  Value(bool value) : data_(value) {}
  Value(int value) : data_(static_cast<std::int64_t>(value)) {}
  Value(long value) : data_(static_cast<std::int64_t>(value)) {}
  Value(long long value) : data_(static_cast<std::int64_t>(value)) {}
  Value(unsigned value) : data_(static_cast<std::int64_t>(value)) {}
  Value(unsigned long value) : data_(static_cast<std::int64_t>(value)) {}
  Value(double value) : data_(value) {}
  Value(const char* text) : data_(std::string(text)) {}
  Value(std::string_view text) : data_(std::string(text)) {}
  Value(std::string text) : data_(std::move(text)) {}
  Value(Array items) : data_(std::move(items)) {}
  Value(Object members) : data_(std::move(members)) {}

  Type type() const { return static_cast<Type>(data_.index()); }
  bool is_null() const { return type() == Type::kNull; }
  bool is_bool() const { return type() == Type::kBool; }
  bool is_int() const { return type() == Type::kInt; }
  bool is_number() const { return is_int() || type() == Type::kDouble; }
  bool is_string() const { return type() == Type::kString; }
  bool is_array() const { return type() == Type::kArray; }
  bool is_object() const { return type() == Type::kObject; }

  // Content, or the given fallback when this is of another type.
  bool as_bool(bool fallback = false) const;
  std::int64_t as_int(std::int64_t fallback = 0) const;
  double as_double(double fallback = 0) const;  // of integers too
  const std::string& as_string() const;         // empty when not a string
  const Array& as_array() const;                // empty when not an array
  const Object& as_object() const;              // empty when not an object

  // For changing: the value becomes an empty array or object if it is not one already.
  std::string& string();
  Array& array();
  Object& object();

  // The value below a path of member names, or null pointer: pod.find("spec", "nodeName").
  template <class... Names>
  const Value* find(std::string_view name, Names... rest) const {
    const Value* child = as_object().find(name);
    if constexpr (sizeof...(rest) == 0) {
      return child;
    } else {
      return child == nullptr ? nullptr : child->find(rest...);
    }
  }
  template <class... Names>
  Value* find(std::string_view name, Names... rest) {
    return const_cast<Value*>(std::as_const(*this).find(name, rest...));
  }

  // Like find, but a missing value reads as null: pod.at("status", "phase").as_string().
  template <class... Names>
  const Value& at(std::string_view name, Names... rest) const {
    const Value* found = find(name, rest...);
    return found == nullptr ? null() : *found;
  }

  // For changing: creates what is missing on the way. doc["metadata"]["name"] = "x".
  Value& operator[](std::string_view name) { return object()[name]; }

  // Removes the member; false when it was not there.
  bool erase(std::string_view name) { return is_object() && object().erase(name); }

  friend bool operator==(const Value&, const Value&);

  static const Value& null();

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> data_;
};

// How many levels below the document its deepest value is: 0 for 1 and {}, 1 for {"a":1}.
std::size_t depth(const Value& document);

struct Member {
  std::string key;
  Value value;

  friend bool operator==(const Member&, const Member&) = default;
};

}  // namespace sluice::json
