// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "cel/display.h"
#include "cel/document.h"
#include "cel/program.h"
#include "json/text.h"

namespace sluice::cel {

// What an expression gives, as text: the value, "error: ..." or what the compiler said. The
// variable `self` holds the document.
inline std::string run(std::string_view expression, std::string_view document = "null") {
  const auto program = compile(expression, {.variables = {{"self", Type()}}, .binds = true});
  if (!program) {
    return program.error().message;
  }
  const json::Value self = *json::parse(document);
  Bindings bindings;
  bindings.set("self", from_json(self));
  const Evaluation evaluation = program->eval(bindings);
  return evaluation.value ? display(*evaluation.value)
                          : "error: " + evaluation.value.error().message;
}

inline std::uint64_t cost_of(std::string_view expression, std::string_view document = "null") {
  const auto program = compile(expression, {.variables = {{"self", Type()}}, .binds = true});
  EXPECT_TRUE(program.has_value()) << (program ? "" : program.error().message);
  const json::Value self = *json::parse(document);
  Bindings bindings;
  bindings.set("self", from_json(self));
  return program ? program->eval(bindings).cost : 0;
}

struct Example {
  std::string_view expression;
  std::string_view result;
};

inline void expect_all(const std::vector<Example>& examples, std::string_view document = "null") {
  for (const Example& example : examples) {
    EXPECT_EQ(run(example.expression, document), example.result) << example.expression;
  }
}

inline void expect_true(const std::vector<std::string_view>& expressions,
                        std::string_view document = "null") {
  for (const std::string_view expression : expressions) {
    EXPECT_EQ(run(expression, document), "true") << expression;
  }
}

}  // namespace sluice::cel
