// SPDX-License-Identifier: Apache-2.0
#include "cel/range.h"

#include <gtest/gtest.h>

namespace sluice::cel {
namespace {

constexpr std::uint64_t kMost = ~std::uint64_t{0};

TEST(Range, AddsAndMultiplies) {
  EXPECT_EQ((Range{1, 2} + Range{3, 4}), (Range{4, 6}));
  EXPECT_EQ((Range{1, 2} * Range{3, 4}), (Range{3, 8}));
  EXPECT_EQ((Range{5, 6}.around({2, 3})), (Range{2, 6}));
}

TEST(Range, StaysAtTheGreatestNumber) {
  EXPECT_EQ(Range::unknown() + Range::exactly(1), (Range{1, kMost}));
  EXPECT_EQ(Range::unknown() * Range::exactly(2), Range::unknown());
  EXPECT_EQ(Range::unknown().scaled(2).max, kMost);
  EXPECT_EQ(Range::unknown() * Range::exactly(0), Range{});
}

TEST(Range, RoundsUpWhatIsScaled) {
  EXPECT_EQ((Range{1, 11}.scaled(0.1)), (Range{1, 2}));
  EXPECT_EQ((Range{0, 20}.scaled(0.25)), (Range{0, 5}));
  EXPECT_EQ(Range::unknown().scaled(0.1).max, 1844674407370955264U);
}

}  // namespace
}  // namespace sluice::cel
