// SPDX-License-Identifier: Apache-2.0
#include "cel/functions/cost.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Cost, MeasuresSizes) {
  EXPECT_EQ(size_of(Value(std::string("\u263a\u263a"))), 2U);
  EXPECT_EQ(size_of(Value::bytes("\xff\xff\xff")), 3U);
  EXPECT_EQ(size_of(Value(std::int64_t{7})), 1U);
  EXPECT_EQ(traversal(0), 0U);
  EXPECT_EQ(traversal(11), 2U);
  EXPECT_EQ(regex_cost(500, 5), 102U);
}

// Numbers of Kubernetes' own cost tests.
TEST(Cost, ChargesLibrariesAsKubernetes) {
  const std::vector<std::pair<std::string_view, std::uint64_t>> costs = {
      {"'ABCDEFGHIJ abcdefghij'.lowerAscii()", 3},
      {"'ABCDEFGHIJ abcdefghij'.lowerAscii() == 'abcdefghij ABCDEFGHIJ'.lowerAscii()", 9},
      {"strings.quote('ABCDEFGHIJ abcdefghij')", 3},
      {"'abc 123 def 123'.split(' ')", 3},
      {"['aa', 'bb', 'cc', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].join(' ')", 5},
      {"{'a': 1, 'b': 2}.all(k, v, v > 0)", 11},
      {"[1, 2].transformList(i, v, v + 1)", 29},
      {"sets.equivalent([1], [1, 1])", 5},
      {"quantity('1') == quantity('1')", 3},
  };
  for (const auto& [expression, cost] : costs) {
    EXPECT_EQ(cost_of(expression), cost) << expression;
  }
}

}  // namespace
}  // namespace sluice::cel
