// SPDX-License-Identifier: Apache-2.0
#include "base/fnv.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(Fnv, IsTheSameEverywhere) {
  EXPECT_EQ(fnv1a(""), 14695981039346656037U);
  EXPECT_EQ(fnv1a("a"), 12638187200555641996U);
}

TEST(Fnv, DigitsBeginWithTheLowest) {
  EXPECT_EQ(fnv1a_digits("a", 4), "c8ce");  // of af63dc4c8601ec8c
  EXPECT_EQ(fnv1a_digits("a", 0), "");
}

}  // namespace
}  // namespace sluice
