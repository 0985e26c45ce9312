// SPDX-License-Identifier: Apache-2.0
#include "cel/evaluator.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

constexpr const char* kDocument = R"({"a": {"b": {"c": 1}}, "l": [1, 2], "s": "0123456789abc",
                                      "i": 1, "k": "a", "t": true})";

TEST(Evaluator, AbsorbsErrorsInLogic) {
  expect_true({"true || 1 / 0 == 1", "1 / 0 == 1 || true", "!(false && 1 / 0 == 1)",
               "!(1 / 0 == 1 && false)"});
  EXPECT_EQ(run("false || 1 / 0 == 1"), "error: division by zero");
  EXPECT_EQ(run("1 / 0 == 1 && true"), "error: division by zero");
  EXPECT_EQ(run("true ? 1 : 1 / 0"), "1");
  EXPECT_EQ(run("dyn(1) && true"), "error: no such overload");
}

TEST(Evaluator, StepsThroughOptionals) {
  expect_all({{"self.?x", "optional.none()"},
              {"self.?a.b.c", "optional(1)"},
              {"self.?x.b.c", "optional.none()"},
              {"self.l[?9]", "optional.none()"},
              {"self.l[?0].orValue(5)", "1"},
              {"self.?x.orValue(5)", "5"},
              {"self.?x.or(self.?i).value()", "1"},
              {"[?self.?x, ?self.?i]", "[1]"},
              {"{?'x': self.?x, ?'i': self.?i}", "{i: 1}"},
              {"optional.none().value()", "error: optional.none() dereference"}},
             kDocument);
}

TEST(Evaluator, ReportsUnboundVariables) {
  const auto program = compile("x", {.variables = {{"x", Type()}}});
  EXPECT_EQ(program->eval({}).value.error().message, "no such attribute(s): x");
}

// Numbers of cel-go's own cost tests, with literals free as under Kubernetes' options.
TEST(Evaluator, ChargesAsCelGo) {
  const std::vector<std::pair<std::string_view, std::uint64_t>> costs = {
      {"self", 1},
      {"self.i", 2},
      {"self.a.b.c", 4},
      {"self['i']", 2},
      {"self['' + 'i']", 3},
      {"self[self.k]", 3},
      {"has(self.a)", 1},
      {"has(self.a.b)", 2},
      {"self.l.all(x, true)", 9},
      {"[1, 2, 3].all(x, true)", 10},
      {"self.t || false", 2},
      {"1 < 2", 1},
      {"'12345678901234567890' == '123456789012345678901234567890'", 2},
      {"self.t ? self.i : self.k", 3},
      {"(self.t ? self.a : self.a).b", 4},
      {"[1, 2, 3, 4, 5].map(x, x)", 66},
      {"[1, 2, 3, 4, 5].filter(x, x % 2 == 0)", 42},
      {"self.s.matches('[0-9]+')", 6},
      {"self.s.contains('ab')", 4},
      {"self.s.startsWith('ab')", 4},
      {"self.s + self.s", 5},
      {"size(self.l)", 3},
      {"[self.i][0]", 14},
      {"self.?i.orValue(1)", 2},
  };
  for (const auto& [expression, cost] : costs) {
    EXPECT_EQ(cost_of(expression, kDocument), cost) << expression;
  }
}

TEST(Evaluator, StopsAtTheCostLimit) {
  const auto program = compile("[1, 2, 3].all(x, [1, 2, 3].all(y, x + y > 0))", {});
  const Evaluation whole = program->eval({});
  EXPECT_TRUE(whole.value.has_value());
  EXPECT_TRUE(program->eval({}, whole.cost).value.has_value());
  const Evaluation cut = program->eval({}, whole.cost - 1);
  EXPECT_EQ(cut.value.error().code, Code::kCancelled);
  EXPECT_EQ(cut.value.error().message, "operation cancelled: actual cost limit exceeded");
  EXPECT_EQ(compile("[1].exists(x, x > 0) || true", {})->eval({}, 2).value.error().code,
            Code::kCancelled);
}

TEST(Evaluator, CollectsLongListsInLinearTime) {
  EXPECT_EQ(run("lists.range(50000).map(x, x).size()"), "50000");
}

}  // namespace
}  // namespace sluice::cel
