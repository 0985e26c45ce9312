// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Arithmetic, Computes) {
  expect_all(
      {{"7 / 2", "3"},
       {"-7 / 2", "-3"},
       {"-7 % 2", "-1"},
       {"7u % 4u", "3"},
       {"1.5 * 2.0", "3"},
       {"'a' + 'b'", "ab"},
       {"b'a' + b'b'", "ab"},
       {"[1] + [2]", "[1, 2]"},
       {"-(1.5)", "-1.5"},
       {"timestamp('2020-01-01T00:00:00Z') + duration('1h')", "2020-01-01T01:00:00Z"},
       {"timestamp('2020-01-01T00:00:00Z') - duration('1ns')", "2019-12-31T23:59:59.999999999Z"},
       {"timestamp('2020-01-02T00:00:00Z') - timestamp('2020-01-01T00:00:00Z')", "86400s"},
       {"duration('1m') - duration('1s')", "59s"}});
}

TEST(Arithmetic, RefusesOverflow) {
  expect_all({{"9223372036854775807 + 1", "error: integer overflow"},
              {"-9223372036854775808 - 1", "error: integer overflow"},
              {"9223372036854775807 * 2", "error: integer overflow"},
              {"-9223372036854775808 / -1", "error: integer overflow"},
              {"-(-9223372036854775808)", "error: integer overflow"},
              {"0u - 1u", "error: unsigned integer overflow"},
              {"18446744073709551615u + 1u", "error: unsigned integer overflow"},
              {"1 / 0", "error: division by zero"},
              {"1u % 0u", "error: modulus by zero"},
              {"timestamp('9999-12-31T23:59:59Z') + duration('1s')", "error: timestamp overflow"},
              {"duration('2562047h') + duration('2562047h')", "error: duration overflow"}});
}

TEST(Arithmetic, AddsListsWithoutCopyingThem) {
  EXPECT_EQ(run("([1] + [2, 3]) + ([4] + [])"), "[1, 2, 3, 4]");
  std::string doubled = "lists.range(100000)";
  for (int i = 0; i < 9; ++i) {
    doubled = "cel.bind(x" + std::to_string(i) + ", " + doubled + ", x" + std::to_string(i) +
              " + x" + std::to_string(i) + ")";
  }
  EXPECT_EQ(run(doubled + ".size() > 0"), "error: list concatenation: too many items");
}

TEST(Arithmetic, MergesListsByTheirSemantics) {
  const json::Value left = *json::parse(R"([{"k": 1, "v": 1}, {"k": 2, "v": 2}])");
  const json::Value right = *json::parse(R"([{"k": 2, "v": 3}, {"k": 4, "v": 4}])");
  const Type map = Type::list(Type(), ListSemantics::kMap, {"k"});
  const auto program = compile("a + b", {.variables = {{"a", map}, {"b", map}}});
  Bindings bindings;
  bindings.set("a", from_json(left, map));
  bindings.set("b", from_json(right, map));
  EXPECT_EQ(display(*program->eval(bindings).value), "[{k: 1, v: 1}, {k: 2, v: 3}, {k: 4, v: 4}]");
}

}  // namespace
}  // namespace sluice::cel
