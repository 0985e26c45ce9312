// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cel/functions/function.h"
#include "cel/program.h"

namespace sluice::cel {

inline Type test_object(const std::string& name,
                        const std::vector<std::pair<std::string, Type>>& fields) {
  std::vector<ObjectType::Field> made;
  for (const auto& [field, type] : fields) {
    made.push_back({field, field, type});
  }
  return Type::object(std::make_shared<ObjectType>(name, std::move(made)));
}

// An object with fields of many types, none larger than test_sizes() says.
inline Type test_self() {
  const Type port = test_object("port", {{"name", parse_type("string")}, {"n", parse_type("int")}});
  const Type item =
      test_object("item", {{"name", parse_type("string")}, {"ports", Type::list(port)}});
  const Type list = Type::list(item);
  return test_object("self",
                     {{"s", parse_type("string")},
                      {"b", parse_type("bytes")},
                      {"i", parse_type("int")},
                      {"f", parse_type("bool")},
                      {"l", parse_type("list(string)")},
                      {"li", parse_type("list(int)")},
                      {"ll", parse_type("list(list(string))")},
                      {"m", parse_type("map(string, string)")},
                      {"lo", list},
                      {"deep", test_object("deep", {{"er", test_object("er", {{"lo", list}})},
                                                    {"m", parse_type("map(string, string)")}})}});
}

inline SizeLookup test_sizes() {
  return [](std::span<const std::string> steps) -> std::optional<std::uint64_t> {
    static const std::map<std::string, std::uint64_t> sizes = {{"", 0},
                                                               {"/s", 40},
                                                               {"/b", 10},
                                                               {"/i", 0},
                                                               {"/f", 0},
                                                               {"/l", 5},
                                                               {"/l/@items", 40},
                                                               {"/li", 5},
                                                               {"/li/@items", 0},
                                                               {"/ll", 5},
                                                               {"/ll/@items", 4},
                                                               {"/ll/@items/@items", 40},
                                                               {"/m", 5},
                                                               {"/m/@keys", 0},
                                                               {"/m/@values", 40},
                                                               {"/lo", 5},
                                                               {"/lo/@items", 0},
                                                               {"/lo/@items/name", 40},
                                                               {"/lo/@items/ports", 3},
                                                               {"/lo/@items/ports/@items/name", 28},
                                                               {"/lo/@items/ports/@items/n", 0}};
    std::string path;
    for (const std::string& step : steps) {
      path += step == "deep" || step == "er" ? "" : "/" + step;
    }
    const auto found = sizes.find(path);
    return found == sizes.end() ? std::nullopt : std::optional(found->second);
  };
}

inline std::uint64_t most_cost(std::string_view expression) {
  const auto program = compile(
      expression, {.variables = {{"self", test_self()}}, .sizes = test_sizes(), .binds = true});
  EXPECT_TRUE(program.has_value()) << (program ? "" : program.error().message);
  return program ? program->estimated_cost()->max : 0;
}

using Costs = std::vector<std::pair<std::string_view, std::uint64_t>>;

inline void expect_costs(const Costs& costs) {
  for (const auto& [expression, cost] : costs) {
    EXPECT_EQ(most_cost(expression), cost) << expression;
  }
}

}  // namespace sluice::cel
