// SPDX-License-Identifier: Apache-2.0
#include "base/environment.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(Environment, TheFirstEntryOfThatNameCounts) {
  const std::vector<std::string> all{"AB=no", "A=", "A=second", "=x", "B"};
  EXPECT_EQ(find_variable(all, "A"), "");
  EXPECT_EQ(find_variable(all, "AB"), "no");
  EXPECT_EQ(find_variable(all, "B"), std::nullopt) << "without a value it is no entry";
}

}  // namespace
}  // namespace sluice
