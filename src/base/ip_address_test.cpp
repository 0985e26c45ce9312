// SPDX-License-Identifier: Apache-2.0
#include "base/ip_address.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(IpAddress, IsToldFromAName) {
  EXPECT_TRUE(is_ip_address("10.0.0.1"));
  EXPECT_TRUE(is_ip_address("::1"));
  EXPECT_FALSE(is_ip_address("10.0.0.256"));
  EXPECT_FALSE(is_ip_address("login1"));
  EXPECT_FALSE(is_ip_address(""));
}

TEST(IpAddress, OfVersionSixIsInBracketsBeforeAPort) {
  EXPECT_EQ(bracketed("::1"), "[::1]");
  EXPECT_EQ(bracketed("10.0.0.1"), "10.0.0.1");
  EXPECT_EQ(bracketed("login1"), "login1");
}

}  // namespace
}  // namespace sluice
