// SPDX-License-Identifier: Apache-2.0
#include "base/made_of.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(MadeOf, LettersDigitsAndMore) {
  EXPECT_TRUE(is_made_of("aZ09", ""));
  EXPECT_TRUE(is_made_of("a_b-c", "_-"));
  EXPECT_FALSE(is_made_of("a_b", "-"));
  EXPECT_FALSE(is_made_of("\xc3\xa4", ""));
  EXPECT_FALSE(is_made_of("", "-"));
}

}  // namespace
}  // namespace sluice
