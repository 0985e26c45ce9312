// SPDX-License-Identifier: Apache-2.0
#include "base/zone.h"

#include <gtest/gtest.h>

#include <filesystem>

namespace sluice {
namespace {

TEST(Zone, KnowsFixedOffsets) {
  EXPECT_EQ(Zone::find("")->offset(0), 0);
  EXPECT_EQ(Zone::find("UTC")->offset(0), 0);
  EXPECT_EQ(Zone::find("+02:30")->offset(0), 9000);
  EXPECT_EQ(Zone::find("02:00")->offset(0), 7200);
  EXPECT_EQ(Zone::find("-00:30")->offset(0), -1800);
  EXPECT_FALSE(Zone::find("xx:00").has_value());
  EXPECT_FALSE(Zone::find("01:99").has_value());
}

TEST(Zone, RefusesNamesThatLeaveTheDatabase) {
  EXPECT_EQ(Zone::find("../../etc/passwd").error().message, "time: invalid location name");
  EXPECT_EQ(Zone::find("/etc/passwd").error().message, "time: invalid location name");
  EXPECT_EQ(Zone::find("Nowhere/Town").error().message, "unknown time zone Nowhere/Town");
}

TEST(Zone, ReadsTheDatabaseForNowAndForLater) {
  if (!std::filesystem::exists("/usr/share/zoneinfo/Europe/Berlin")) {
    GTEST_SKIP() << "no zone database here";
  }
  EXPECT_EQ(Zone::find("Europe/Berlin")->offset(1'700'000'000), 3600);  // November 2023
  EXPECT_EQ(Zone::find("Europe/Berlin")->offset(1'690'000'000), 7200);  // July 2023
  EXPECT_EQ(Zone::find("Europe/Berlin")->offset(4'087'000'000), 7200);  // July 2099: by the rule
  EXPECT_EQ(Zone::find("Europe/Berlin")->offset(4'103'000'000), 3600);  // January 2100
  EXPECT_EQ(Zone::find("Australia/Sydney")->offset(4'103'000'000), 39600);
}

}  // namespace
}  // namespace sluice
