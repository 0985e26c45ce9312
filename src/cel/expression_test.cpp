// SPDX-License-Identifier: Apache-2.0
#include "cel/expression.h"

#include <gtest/gtest.h>

#include "cel/parser.h"

namespace sluice::cel {
namespace {

TEST(Expression, ClonesWholeTrees) {
  std::vector<Issue> issues;
  const ExpressionPtr tree = parse("[1].all(x, {'a': f(x).y}.a)", false, issues);
  const ExpressionPtr copy = clone(*tree);
  EXPECT_EQ(copy->kind, Expression::Kind::kComprehension);
  EXPECT_EQ(copy->loop->variable, "x");
  EXPECT_EQ(copy->loop->step->arguments.size(), 2U);
  EXPECT_NE(copy->loop->step.get(), tree->loop->step.get());
}

}  // namespace
}  // namespace sluice::cel
