// SPDX-License-Identifier: Apache-2.0
#include "cel/zone.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace sluice::cel {
namespace {

TEST(Zone, KnowsFixedOffsets) {
  EXPECT_EQ(*zone_offset("", 0), 0);
  EXPECT_EQ(*zone_offset("UTC", 0), 0);
  EXPECT_EQ(*zone_offset("+02:30", 0), 9000);
  EXPECT_EQ(*zone_offset("02:00", 0), 7200);
  EXPECT_EQ(*zone_offset("-00:30", 0), -1800);
  EXPECT_FALSE(zone_offset("xx:00", 0).has_value());
  EXPECT_FALSE(zone_offset("01:99", 0).has_value());
}

TEST(Zone, RefusesNamesThatLeaveTheDatabase) {
  EXPECT_EQ(zone_offset("../../etc/passwd", 0).error().message, "time: invalid location name");
  EXPECT_EQ(zone_offset("/etc/passwd", 0).error().message, "time: invalid location name");
  EXPECT_EQ(zone_offset("Nowhere/Town", 0).error().message, "unknown time zone Nowhere/Town");
}

TEST(Zone, ReadsTheDatabaseForNowAndForLater) {
  if (!std::filesystem::exists("/usr/share/zoneinfo/Europe/Berlin")) {
    GTEST_SKIP() << "no zone database here";
  }
  EXPECT_EQ(*zone_offset("Europe/Berlin", 1'700'000'000), 3600);  // November 2023
  EXPECT_EQ(*zone_offset("Europe/Berlin", 1'690'000'000), 7200);  // July 2023
  EXPECT_EQ(*zone_offset("Europe/Berlin", 4'087'000'000), 7200);  // July 2099: by the rule
  EXPECT_EQ(*zone_offset("Europe/Berlin", 4'103'000'000), 3600);  // January 2100
  EXPECT_EQ(*zone_offset("Australia/Sydney", 4'103'000'000), 39600);
}

}  // namespace
}  // namespace sluice::cel
