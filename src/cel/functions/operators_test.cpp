// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Operators, TestMembership) {
  expect_true({"1 in [1, 2]", "!(3 in [1, 2])", "'a' in {'a': 1}", "!('b' in {'a': 1})",
               "dyn(1.0) in [1, 2]", "[1] in [[1]]"});
}

TEST(Operators, MeasureSize) {
  expect_all({{"size('\u263a')", "1"},
              {"b'\xe2\x98\xba'.size()", "3"},
              {"size([1, 2])", "2"},
              {"{'a': 1}.size()", "1"}});
}

TEST(Operators, OrderAndNegate) {
  expect_true({"1 <= 1", "2 >= 1", "'b' > 'a'", "!false", "1u < 2u", "1.0 < 2"});
}

}  // namespace
}  // namespace sluice::cel
