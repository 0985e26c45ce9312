// SPDX-License-Identifier: Apache-2.0
#include "cel/macros.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Macros, Quantify) {
  expect_true({"[1, 2].all(x, x > 0)", "![1, 2].all(x, x > 1)", "[].all(x, false)",
               "[1, 2].exists(x, x == 2)", "![].exists(x, true)", "[1, 2].exists_one(x, x > 1)",
               "![1, 2].exists_one(x, x > 0)", "{'a': 1}.all(k, k == 'a')",
               "[1, 0].exists(x, 1 / x == 1)", "![1, 0].all(x, 1 / x == 2)",
               "['a', 'b'].all(i, v, i < 2 && v != 'c')", "{'a': 1}.exists(k, v, v == 1)",
               "['a'].existsOne(i, v, v == 'a')"});
  EXPECT_EQ(run("[0, 1].all(x, 1 / x == 1)"), "error: division by zero");
}

TEST(Macros, Collect) {
  expect_all({{"[1, 2].map(x, x * 2)", "[2, 4]"},
              {"[1, 2].map(x, x > 1, x * 2)", "[4]"},
              {"[1, 2, 3].filter(x, x != 2)", "[1, 3]"},
              {"['a', 'b'].transformList(i, v, string(i) + v)", "[0a, 1b]"},
              {"['a', 'b'].transformList(i, v, i > 0, v)", "[b]"},
              {"{'a': 1, 'b': 2}.transformMap(k, v, v + 1)", "{a: 2, b: 3}"},
              {"{'a': 1, 'b': 2}.transformMap(k, v, v > 1, v)", "{b: 2}"},
              {"{'a': 'x'}.transformMapEntry(k, v, {v: k})", "{x: a}"},
              {"[3, 1, 2].sortBy(x, -x)", "[3, 2, 1]"},
              {"[[1, 2], [3]].map(l, l.map(x, x + 1))", "[[2, 3], [4]]"}});
  EXPECT_EQ(run("['a', 'a'].transformMapEntry(i, v, {v: i})"),
            "error: insert failed: key a already exists");
}

TEST(Macros, Bind) {
  expect_all({{"cel.bind(x, 2 + 3, x * x)", "25"},
              {"optional.of(2).optMap(x, x + 1)", "optional(3)"},
              {"optional.none().optMap(x, x)", "optional.none()"},
              {"optional.of(2).optFlatMap(x, optional.of(x * 2)).value()", "4"}});
}

TEST(Macros, TestPresence) {
  expect_true({"has({'a': 1}.a)", "!has({'a': 1}.b)", "has(optional.of({'a': 1}).a)"});
}

TEST(Macros, ComplainAboutWrongUse) {
  const auto first_line = [](std::string_view expression) {
    const std::string text = run(expression);
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(first_line("has(1)"), "ERROR: <input>:1:5: invalid argument to has() macro");
  EXPECT_EQ(first_line("[1].all(1, true)"), "ERROR: <input>:1:9: argument must be a simple name");
  EXPECT_EQ(first_line("[1].map(1, true)"), "ERROR: <input>:1:9: argument is not an identifier");
  EXPECT_EQ(first_line("[1].all(i, i, true)"), "ERROR: <input>:1:12: duplicate variable name: i");
  EXPECT_EQ(first_line("cel.bind(1, 2, 3)"),
            "ERROR: <input>:1:10: cel.bind() variable names must be simple identifiers");
}

TEST(Macros, BoundCopiesOfNestedTargets) {
  std::string nested = "optional.of(1)";
  for (int i = 0; i < 100; ++i) {
    nested += ".optMap(x, x)";
  }
  EXPECT_NE(run(nested).find("nested too deeply"), std::string::npos);
}

}  // namespace
}  // namespace sluice::cel
