// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Strings, Search) {
  expect_all({{"'hello'.contains('ell')", "true"},
              {"'hello'.startsWith('he')", "true"},
              {"'hello'.endsWith('lo')", "true"},
              {"'lo'.endsWith('hello')", "false"},
              {"'ta\u00a9o'.indexOf('o')", "3"},
              {"'tacocat'.indexOf('ac', 2)", "-1"},
              {"'tacocat'.indexOf('')", "0"},
              {"'tacocat'.indexOf('a', 9)", "-1"},
              {"'tacocat'.lastIndexOf('at')", "5"},
              {"'tacocat'.lastIndexOf('a', 3)", "1"},
              {"'tacocat'.lastIndexOf('')", "7"},
              {"''.lastIndexOf('x')", "-1"},
              {"'a'.indexOf('x', -1)", "error: index out of range: -1"},
              {"'abc'.charAt(1)", "b"},
              {"'abc'.charAt(3)", ""},
              {"'abc'.charAt(4)", "error: index out of range: 4"}});
}

TEST(Strings, Change) {
  expect_all({{"'TacoCat'.lowerAscii()", "tacocat"},
              {"'taco\u00e9'.upperAscii()", "TACO\u00e9"},
              {"'hello hello'.replace('he', 'we')", "wello wello"},
              {"'hello hello'.replace('he', 'we', 1)", "wello hello"},
              {"'ab'.replace('', '_')", "_a_b_"},
              {"'ab'.replace('a', 'b', 0)", "ab"},
              {"'tacocat'.substring(4)", "cat"},
              {"'tacocat'.substring(0, 4)", "taco"},
              {"'tacocat'.substring(5, 2)", "error: invalid substring range. start: 5, end: 2"},
              {"'a'.substring(2)", "error: index out of range: 2"},
              {"'  \\ttrim\\u2003\\n'.trim()", "trim"},
              {"''.trim()", ""},
              {"strings.quote('a\"b')", "\"a\\\"b\""},
              {"jsonpatch.escapeKey('a/b~c')", "a~1b~0c"}});
}

TEST(Strings, DoNotFillTheMemory) {
  const std::string long_text = "\"" + std::string(60'000, 'a') + "\"";
  EXPECT_EQ(run("self.replace('a', self)", long_text), "error: replace: the result is too long");
  EXPECT_EQ(run("self.split('').join(self)", long_text), "error: join: the result is too long");
}

TEST(Strings, SplitAndJoin) {
  expect_all({{"'a,b,c'.split(',')", "[a, b, c]"},
              {"'a,b,c'.split(',', 2)", "[a, b,c]"},
              {"'a,b'.split(',', 0)", "[]"},
              {"'a\u263a'.split('')", "[a, \u263a]"},
              {"''.split(',').size()", "1"},
              {"['a', 'b'].join()", "ab"},
              {"['a', 'b'].join('-')", "a-b"},
              {"dyn([dyn(1)]).join()", "error: join: invalid input: 1"}});
}

}  // namespace
}  // namespace sluice::cel
