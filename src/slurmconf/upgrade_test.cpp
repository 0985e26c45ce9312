// SPDX-License-Identifier: Apache-2.0
#include "slurmconf/upgrade.h"

#include <gtest/gtest.h>

namespace sluice::slurmconf {
namespace {

TEST(SlurmUpgrade, GoesForwardByTwoReleasesAtMost) {
  EXPECT_TRUE(check_upgrade({22, 5}, {22, 5}));
  EXPECT_TRUE(check_upgrade({22, 5}, {23, 2}));
  EXPECT_TRUE(check_upgrade({22, 5}, {23, 11}));
  const auto far = check_upgrade({22, 5}, {24, 11});
  ASSERT_FALSE(far);
  EXPECT_NE(far.error().message.find("go to 23.11 first"), std::string::npos)
      << far.error().message;
  const auto back = check_upgrade({23, 11}, {23, 2});
  ASSERT_FALSE(back);
  EXPECT_NE(back.error().message.find("cannot read what 23.11 has stored"), std::string::npos);
}

TEST(SlurmUpgrade, From2411OnThreeReleasesBackAreKnown) {
  EXPECT_TRUE(check_upgrade({23, 2}, {24, 11}));
  EXPECT_TRUE(check_upgrade({24, 11}, {26, 5}));
  EXPECT_TRUE(check_upgrade({23, 11}, {25, 5}));
  EXPECT_FALSE(check_upgrade({22, 5}, {24, 5}));
  const auto far = check_upgrade({23, 2}, {26, 5});
  ASSERT_FALSE(far);
  EXPECT_NE(far.error().message.find("3 releases before it, not 23.02; go to 24.11 first"),
            std::string::npos)
      << far.error().message;
  EXPECT_FALSE(check_upgrade({24, 5}, {26, 5}));
}

}  // namespace
}  // namespace sluice::slurmconf
