// SPDX-License-Identifier: Apache-2.0
#include "controllers/gc/gone_owners.h"

#include <gtest/gtest.h>

namespace sluice::controllers::gc {
namespace {

TEST(GoneOwners, TheLatestAreRemembered) {
  GoneOwners gone;
  EXPECT_FALSE(gone.contains("first"));
  gone.add("first");
  gone.add("first");
  EXPECT_TRUE(gone.contains("first"));
  for (int i = 0; i < 500; ++i) {
    gone.add(std::to_string(i));
  }
  EXPECT_FALSE(gone.contains("first"));
  EXPECT_TRUE(gone.contains("0"));
  EXPECT_TRUE(gone.contains("499"));
}

}  // namespace
}  // namespace sluice::controllers::gc
