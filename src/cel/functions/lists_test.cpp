// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Lists, Aggregate) {
  expect_all({{"[1, 3].sum()", "4"},
              {"[1.5, 3.0].sum()", "4.5"},
              {"[].sum()", "0"},
              {"[duration('1m'), duration('1s')].sum()", "61s"},
              {"[3, 1].min()", "1"},
              {"['a', 'c'].max()", "c"},
              {"[].min()", "error: min called on empty list"},
              {"[1, 2, 2].isSorted()", "true"},
              {"[2.0, 1.0].isSorted()", "false"},
              {"[9223372036854775807, 1].sum()", "error: integer overflow"}});
}

TEST(Lists, Find) {
  expect_all(
      {{"[1, 2, 2].indexOf(2)", "1"}, {"[1, 2, 2].lastIndexOf(2)", "2"}, {"[1].indexOf(5)", "-1"}});
}

TEST(Lists, Rearrange) {
  expect_all({{"[1, 2, 3, 4].slice(1, 3)", "[2, 3]"},
              {"[1].slice(0, 2)", "error: cannot slice(0, 2), list is length 1"},
              {"[1].slice(1, 0)",
               "error: cannot slice(1, 0), start index must be less than or equal to end index"},
              {"[[1], [2, 3]].flatten()", "[1, 2, 3]"},
              {"[[[1]]].flatten(2)", "[1]"},
              {"[[1]].flatten(-1)", "error: level must be non-negative"},
              {"[3, 1, 2].sort()", "[1, 2, 3]"},
              {"['b', 'a'].sort()", "[a, b]"},
              {"lists.range(3)", "[0, 1, 2]"},
              {"lists.range(99999999999)", "error: lists.range: more than 1000000 items"},
              {"[1, 2].reverse()", "[2, 1]"},
              {"[1, 2, 1].distinct()", "[1, 2]"},
              {"[[1], [1]].distinct()", "[[1]]"},
              {"[1, 2].first().value()", "1"},
              {"[].last().hasValue()", "false"}});
}

}  // namespace
}  // namespace sluice::cel
