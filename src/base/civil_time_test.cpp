// SPDX-License-Identifier: Apache-2.0
#include "base/civil_time.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(CivilTime, KnowsTheCalendar) {
  const CivilTime leap = civil_time(days_from_civil(2024, 12, 31) * 86400 + 86399);
  EXPECT_EQ(leap.year, 2024);
  EXPECT_EQ(leap.month, 12);
  EXPECT_EQ(leap.day, 31);
  EXPECT_EQ(leap.day_of_year, 365);
  EXPECT_EQ(leap.weekday, 2);
  EXPECT_EQ(leap.second, 59);
  EXPECT_EQ(civil_time(-1).year, 1969);
}

}  // namespace
}  // namespace sluice
