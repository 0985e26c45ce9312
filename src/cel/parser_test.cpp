// SPDX-License-Identifier: Apache-2.0
#include "cel/parser.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

std::string first_line(std::string_view expression) {
  const std::string text = run(expression);
  return text.substr(0, text.find('\n'));
}

TEST(Parser, KnowsPrecedence) {
  expect_all({{"1 + 2 * 3", "7"},
              {"(1 + 2) * 3", "9"},
              {"7 - 2 - 1", "4"},
              {"-2 * -3", "6"},
              {"- (2)", "-2"},
              {"!true || true && !false", "true"},
              {"true ? 1 : false ? 2 : 3", "1"},
              {"1 < 2 == true", "true"},
              {"[1, 2,][1]", "2"},
              {"{'a': {'b': 3},}.a.b", "3"},
              {"!!true", "true"},
              {"1-1", "0"},
              {"-9223372036854775808", "-9223372036854775808"},
              {"0xff + -0x1", "254"},
              {"1e-324 == 0.0", "true"},
              {".5 + 1e0", "1.5"}});
}

TEST(Parser, SaysWhereSyntaxIsWrong) {
  EXPECT_EQ(first_line("1 +"),
            "ERROR: <input>:1:4: Syntax error: mismatched input '<EOF>' expecting {'[', '{', '(', "
            "'.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, "
            "IDENTIFIER}");
  EXPECT_EQ(first_line("a b"),
            "ERROR: <input>:1:3: Syntax error: extraneous input 'b' expecting <EOF>");
  EXPECT_EQ(first_line("(1"),
            "ERROR: <input>:1:3: Syntax error: mismatched input '<EOF>' expecting ')'");
  EXPECT_EQ(first_line("self."),
            "ERROR: <input>:1:6: Syntax error: no viable alternative at input '.'");
  EXPECT_EQ(first_line("while"), "ERROR: <input>:1:1: reserved identifier: while");
  EXPECT_EQ(first_line("9223372036854775808"), "ERROR: <input>:1:1: invalid int literal");
  EXPECT_EQ(first_line("1e999"), "ERROR: <input>:1:1: invalid double literal");
  EXPECT_EQ(first_line("self.`a`"), "ERROR: <input>:1:6: unsupported syntax: '`'");
}

TEST(Parser, BoundsDepthAndLength) {
  const std::string deep = std::string(300, '(') + "1" + std::string(300, ')');
  EXPECT_EQ(first_line(deep), "ERROR: <input>:1:1: expression recursion limit exceeded: 250");
  std::string chain = "1";
  for (int i = 0; i < 300; ++i) {
    chain += "+1";
  }
  EXPECT_EQ(first_line(chain), "ERROR: <input>:1:1: expression recursion limit exceeded: 250");
  std::string all = "true";
  for (int i = 0; i < 3000; ++i) {
    all += "&&true";
  }
  EXPECT_EQ(run(all), "true");
  EXPECT_EQ(first_line("'" + std::string(100'000, 'a') + "'"),
            "ERROR: <input>:1:1: expression code point size exceeds limit: size: 100002, limit "
            "100000");
}

}  // namespace
}  // namespace sluice::cel
