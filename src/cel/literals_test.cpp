// SPDX-License-Identifier: Apache-2.0
#include "cel/literals.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

std::string first_line(std::string_view expression) {
  const std::string text = run(expression);
  return text.substr(0, text.find('\n'));
}

TEST(Literals, RefusesThoseThatCannotWork) {
  EXPECT_EQ(first_line("duration('x')"), "ERROR: <input>:1:10: invalid duration argument");
  EXPECT_EQ(first_line("timestamp('x')"), "ERROR: <input>:1:11: invalid timestamp argument");
  EXPECT_EQ(first_line("'a'.matches('[')"), "ERROR: <input>:1:13: invalid matches argument");
  EXPECT_EQ(first_line("[1, 'a']"), "ERROR: <input>:1:5: expected type 'int' but found 'string'");
  EXPECT_EQ(first_line("{'a': 1, 2: 3}"),
            "ERROR: <input>:1:10: expected type 'string' but found 'int'");
  EXPECT_EQ(first_line("{'a': 1, 'b': 'c'}"),
            "ERROR: <input>:1:15: expected type 'int' but found 'string'");
  EXPECT_EQ(first_line("int('x')"),
            "program instantiation failed: type conversion error from 'string' to 'int'");
  EXPECT_EQ(first_line("'a'.find('[')"),
            "program instantiation failed: error parsing regexp: missing closing ]: `[`");
}

TEST(Literals, MakesConstantsFreeOfCost) {
  EXPECT_EQ(cost_of("[1, 2, 3]"), 0U);
  EXPECT_EQ(cost_of("{'a': [1]}"), 0U);
  EXPECT_EQ(cost_of("int('3')"), 0U);
  EXPECT_EQ(cost_of("self in [1, 2, 3]", "2"), 1U);
  EXPECT_EQ(cost_of("self in []", "2"), 0U);
  EXPECT_EQ(cost_of("[self]", "2"), 11U);
}

TEST(Literals, KeepsMapsThatFail) {
  EXPECT_EQ(run("{'a': 1, 'a': 2}"), "error: Failed with repeated key: a");
}

}  // namespace
}  // namespace sluice::cel
