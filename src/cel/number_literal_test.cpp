// SPDX-License-Identifier: Apache-2.0
#include "cel/number_literal.h"

#include <gtest/gtest.h>

#include <limits>

namespace sluice::cel {
namespace {

TEST(NumberLiteral, ReadsUpToTheLimits) {
  EXPECT_EQ(int_literal("9223372036854775808", true)->as_int(),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_FALSE(int_literal("9223372036854775808", false).has_value());
  EXPECT_EQ(int_literal("0xff", false)->as_int(), 255);
  EXPECT_EQ(uint_literal("18446744073709551615u")->as_uint(),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(uint_literal("0xFu")->as_uint(), 15U);
  EXPECT_FALSE(uint_literal("18446744073709551616u").has_value());
  EXPECT_EQ(double_literal("1.5e3", true)->as_double(), -1500.0);
  EXPECT_FALSE(double_literal("1e999", false).has_value());
}

}  // namespace
}  // namespace sluice::cel
