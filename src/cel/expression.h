// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cel/type.h"
#include "cel/value.h"

namespace re2 {
class RE2;
}

namespace sluice::cel {

struct Expression;
struct Overload;
using ExpressionPtr = std::unique_ptr<Expression>;

// An entry of a list, map or object literal; lists have no key. `optional` is the leading "?".
struct Entry {
  ExpressionPtr key;
  std::string field;
  ExpressionPtr value;
  bool optional = false;
  std::uint32_t offset = 0;
};

// What macros become: a loop over a list or map with an accumulator.
struct Comprehension {
  std::string variable;
  std::string second_variable;  // of two-variable macros; empty otherwise
  std::string accumulator;
  ExpressionPtr range;
  ExpressionPtr start;
  ExpressionPtr condition;
  ExpressionPtr step;
  ExpressionPtr result;
};

// A node of the tree. The parser makes it, the checker fills in type, slot and overloads, then it
// is only read.
struct Expression {
  enum class Kind {
    kLiteral,
    kIdentifier,     // name
    kSelect,         // target.name
    kCall,           // name(arguments), or target.name(arguments)
    kList,           // entries
    kMap,            // entries
    kObject,         // name{entries}
    kComprehension,  // loop
  };

  Kind kind = Kind::kLiteral;
  std::uint32_t offset = 0;
  std::string name;
  Value literal;
  ExpressionPtr target;
  std::vector<ExpressionPtr> arguments;
  std::vector<Entry> entries;
  std::unique_ptr<Comprehension> loop;
  bool presence_test = false;  // of selections: has(target.name)
  bool takes = false;          // of identifiers: the last reading of an accumulator in its step

  // Filled in by the checker.
  Type type;
  bool is_global = false;
  std::size_t slot = 0;  // of identifiers and loops: where the variable is, or the first of them
  std::vector<const Overload*> overloads;
  std::shared_ptr<const re2::RE2> regex;  // of calls with a literal pattern
  bool constant_members = false;          // `in` a literal list, which costs nothing
};

ExpressionPtr clone(const Expression& expression);

}  // namespace sluice::cel
