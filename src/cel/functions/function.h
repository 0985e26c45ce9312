// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cel/type.h"
#include "cel/value.h"

namespace re2 {
class RE2;
}

namespace sluice::cel {

// What a function is called with: never errors. `regex` is the compiled pattern when the
// expression has it as a literal.
struct Arguments {
  std::span<Value> values;
  const re2::RE2* regex = nullptr;

  Value& operator[](std::size_t index) const { return values[index]; }
  std::size_t size() const { return values.size(); }
};

using Function = Value (*)(const Arguments&);
using CostFunction = std::uint64_t (*)(const Arguments&, const Value& result);

// One signature of a function, as a library's table states it:
//   {"contains", ".(string, string) bool", "contains_string", contains, cost}
// A signature with a leading dot is called on its first parameter. Single capital letters are type
// parameters. Without a cost function a call costs 1.
struct FunctionRow {
  std::string_view name;
  std::string_view signature;
  std::string_view id;
  Function function;
  CostFunction cost = nullptr;
};

struct Overload {
  std::string name;
  std::string id;
  bool member = false;
  std::vector<Type> parameters;
  Type result;
  Function function = nullptr;
  CostFunction cost = nullptr;
  bool standard = false;  // of CEL itself: costs more than 1 only where the checker found it alone
};

// All overloads of a function in the order of their tables; empty when there is none.
const std::vector<Overload>& find_overloads(std::string_view name);

// Whether a value may be passed for a parameter of that type.
bool accepts(const Type& parameter, const Value& value);

// A type as signatures write it: "map(K, list(V))", "kubernetes.Quantity".
Type parse_type(std::string_view text);

// The libraries.
std::span<const FunctionRow> operator_functions();
std::span<const FunctionRow> arithmetic_functions();
std::span<const FunctionRow> conversion_functions();
std::span<const FunctionRow> standard_string_functions();
std::span<const FunctionRow> time_functions();
std::span<const FunctionRow> string_functions();
std::span<const FunctionRow> list_functions();
std::span<const FunctionRow> set_functions();
std::span<const FunctionRow> regex_functions();
std::span<const FunctionRow> optional_functions();
std::span<const FunctionRow> url_functions();
std::span<const FunctionRow> quantity_functions();
std::span<const FunctionRow> network_functions();
std::span<const FunctionRow> named_format_functions();
std::span<const FunctionRow> semver_functions();
std::span<const FunctionRow> authorizer_functions();

}  // namespace sluice::cel
