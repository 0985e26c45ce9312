// SPDX-License-Identifier: Apache-2.0
#include "controllers/owned/amount.h"

#include <gtest/gtest.h>

namespace sluice::controllers::owned {
namespace {

TEST(Amount, IsANumberOrAShare) {
  EXPECT_EQ(resolve_amount(3, 10, Rounding::kUp), 3);
  EXPECT_EQ(resolve_amount("25%", 10, Rounding::kUp), 3);
  EXPECT_EQ(resolve_amount("25%", 10, Rounding::kDown), 2);
  EXPECT_EQ(resolve_amount("100%", 7, Rounding::kDown), 7);
  EXPECT_EQ(resolve_amount("0%", 7, Rounding::kUp), 0);
  EXPECT_EQ(resolve_amount("many", 7, Rounding::kUp), 0);
  EXPECT_EQ(resolve_amount(nullptr, 7, Rounding::kUp), 0);
}

}  // namespace
}  // namespace sluice::controllers::owned
