// SPDX-License-Identifier: Apache-2.0
#include "auth/wildcard.h"

#include <gtest/gtest.h>

namespace sluice::auth {
namespace {

TEST(Wildcard, AListNamesItsWordsOrAll) {
  const Words some = {"get", "list"};
  EXPECT_TRUE(has_or_all(some, "list"));
  EXPECT_FALSE(has_or_all(some, "watch"));
  EXPECT_FALSE(has_or_all(some, "*"));
  EXPECT_TRUE(has_or_all({"get", "*"}, "watch"));
  EXPECT_FALSE(has_or_all({}, ""));
}

}  // namespace
}  // namespace sluice::auth
