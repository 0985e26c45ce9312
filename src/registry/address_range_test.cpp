// SPDX-License-Identifier: Apache-2.0
#include "registry/address_range.h"

#include <gtest/gtest.h>

namespace sluice::registry {
namespace {

TEST(AddressRange, HoldsAllButTheFirstAndTheLast) {
  const AddressRange range = AddressRange::parse("10.96.0.0/12").value();
  EXPECT_EQ(range.size(), (1U << 20U) - 2);
  EXPECT_EQ(range.address(0), "10.96.0.1");
  EXPECT_EQ(range.address(range.size() - 1), "10.111.255.254");
  EXPECT_EQ(range.index("10.96.1.0"), 255U);
  EXPECT_EQ(range.index("10.96.0.0"), std::nullopt);
  EXPECT_EQ(range.index("10.111.255.255"), std::nullopt);
  EXPECT_EQ(range.index("192.0.2.1"), std::nullopt);
  EXPECT_EQ(range.index("10.96.0.01"), std::nullopt);
  EXPECT_EQ(range.reserved(), 256U);
}

TEST(AddressRange, RefusesWhatIsNoNetwork) {
  for (const char* bad : {"", "10.96.0.0", "10.96.0.0/33", "10.96.0.0/7", "10.96.0.1/24", "x/24",
                          "10.96.0/24", "10.96.0.0/", "2001:db8::/64", "10.96.0.256/24"}) {
    EXPECT_FALSE(AddressRange::parse(bad)) << bad;
  }
}

}  // namespace
}  // namespace sluice::registry
