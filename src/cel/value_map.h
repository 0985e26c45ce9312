// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "cel/value.h"

namespace sluice::cel {

// The map that expressions make: entries in order of insertion, found by hash. Keys are booleans,
// numbers and strings; numbers that are equal are the same key, whatever their type.
class ValueMap final : public Map {
 public:
  explicit ValueMap(const ObjectType* object = nullptr) : object_(object) {}

  // False when the key is already there, or is of a type that cannot be one.
  bool insert(Value key, Value value);

  std::size_t size() const override { return entries_.size(); }
  std::optional<Value> find(const Value& key) const override;
  Entry at(std::size_t index) const override { return entries_[index]; }
  const ObjectType* object_type() const override { return object_; }
  Type type() const override;

  static bool can_be_key(const Value& value);

 private:
  const ObjectType* object_;  // of a program that outlives the evaluation
  std::vector<Entry> entries_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace sluice::cel
