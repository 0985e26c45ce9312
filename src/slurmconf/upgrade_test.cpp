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

}  // namespace
}  // namespace sluice::slurmconf
