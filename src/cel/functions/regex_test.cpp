// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/regex.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Regex, MatchesAnywhere) {
  expect_true({"'hello'.matches('l+')", "!'hello'.matches('^l')", "matches('abc', 'b')",
               "'\u263a'.matches('^.$')", "'abc'.matches(self)"},
              R"("^a")");
  EXPECT_EQ(run("'a'.matches(self)", R"("[")"),
            "error: error parsing regexp: missing closing ]: `[`");
}

TEST(Regex, FindsParts) {
  expect_all({{"'abc 123'.find('[0-9]+')", "123"},
              {"'abc'.find('x')", ""},
              {"'123 abc 456'.findAll('[0-9]+')", "[123, 456]"},
              {"'123 abc 456'.findAll('[0-9]+', 1)", "[123]"},
              {"'a'.findAll('a', 0)", "[]"},
              {"'aba'.findAll('a*')", "[a, a]"},
              {"'abc'.findAll('x')", "[]"}});
  EXPECT_EQ(run("'a'.find(self)", R"("(")"),
            "error: Illegal regex: error parsing regexp: missing closing ): `(`");
}

TEST(Regex, WordsErrorsAsGo) {
  EXPECT_EQ(compile_regex("a**").error().message,
            "error parsing regexp: invalid nested repetition operator: `**`");
  EXPECT_EQ(compile_regex("\\").error().message,
            "error parsing regexp: trailing backslash at end of expression: ``");
}

}  // namespace
}  // namespace sluice::cel
