// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <re2/re2.h>

#include <map>
#include <memory>
#include <string>

#include "api/validation/faults.h"
#include "json/value.h"

namespace sluice::api {

using Patterns = std::map<std::string, std::unique_ptr<re2::RE2>, std::less<>>;

// One walk of ValueCheck through a value and its schema. Lives on the stack.
class ValueWalk {
 public:
  ValueWalk(const Patterns& patterns, Faults& faults) : patterns_(patterns), faults_(faults) {}

  void check(const json::Value& schema, const json::Value& value, const json::Value* old,
             const FieldPath& at);

 private:
  void check_all(const json::Value& schema, const json::Value& value, const json::Value* old,
                 const FieldPath& at);
  void check_type(const json::Value& schema, const json::Value& value, const FieldPath& at);
  void check_text(const json::Value& schema, const json::Value& value, const FieldPath& at);
  void check_number(const json::Value& schema, const json::Value& value, const FieldPath& at);
  void check_list(const json::Value& schema, const json::Value& value, const json::Value* old,
                  const FieldPath& at);
  void check_distinct(const json::Value& schema, const json::Value& value, const FieldPath& at);
  void check_object(const json::Value& schema, const json::Value& value, const json::Value* old,
                    const FieldPath& at);
  void check_embedded(const json::Value& value, const FieldPath& at);
  void check_words(const json::Value& schema, const json::Value& value, const FieldPath& at);
  void check_junctors(const json::Value& schema, const json::Value& value, const FieldPath& at);
  std::size_t count_valid(const json::Value& schemas, const json::Value& value, const FieldPath& at,
                          Faults& best);
  bool is_valid(const json::Value& schema, const json::Value& value, const FieldPath& at);

  const Patterns& patterns_;
  Faults& faults_;
};

}  // namespace sluice::api
