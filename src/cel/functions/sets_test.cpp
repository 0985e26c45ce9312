// SPDX-License-Identifier: Apache-2.0
#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Sets, Compare) {
  expect_true({"sets.contains([1, 2], [2])", "!sets.contains([1], [2])", "sets.contains([], [])",
               "sets.equivalent([1, 1], [1])", "!sets.equivalent([1], [1, 2])",
               "sets.intersects([1, 2], [2, 3])", "!sets.intersects([1], [])"});
}

}  // namespace
}  // namespace sluice::cel
