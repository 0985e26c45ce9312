// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(Random, UuidHasTheFormOfVersionFour) {
  EXPECT_THAT(random_uuid(),
              ::testing::MatchesRegex(
                  "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"));
  EXPECT_NE(random_uuid(), random_uuid());
}

TEST(Random, NameSuffixUsesOnlyItsAlphabet) {
  const std::string suffix = random_name_suffix(200);
  EXPECT_EQ(suffix.size(), 200U);
  EXPECT_EQ(suffix.find_first_not_of("bcdfghjklmnpqrstvwxz2456789"), std::string::npos);
}

}  // namespace
}  // namespace sluice
