// SPDX-License-Identifier: Apache-2.0
#include "api/printing/human_duration.h"

#include <gtest/gtest.h>

namespace sluice::api {
namespace {

using std::chrono_literals::operator""h;
using std::chrono_literals::operator""min;
using std::chrono_literals::operator""ms;
using std::chrono_literals::operator""s;

TEST(HumanDuration, UsesAtMostTwoUnits) {
  EXPECT_EQ(human_duration(0s), "0s");
  EXPECT_EQ(human_duration(119s), "119s");
  EXPECT_EQ(human_duration(3min + 12s), "3m12s");
  EXPECT_EQ(human_duration(4min), "4m");
  EXPECT_EQ(human_duration(10min + 5s), "10m");
  EXPECT_EQ(human_duration(179min), "179m");
  EXPECT_EQ(human_duration(3h + 20min), "3h20m");
  EXPECT_EQ(human_duration(9h + 20min), "9h");
  EXPECT_EQ(human_duration(51h), "2d3h");
  EXPECT_EQ(human_duration(24h * 100), "100d");
  EXPECT_EQ(human_duration(24h * 750), "2y20d");
  EXPECT_EQ(human_duration(24h * 365 * 9), "9y");
  EXPECT_EQ(human_duration(-500ms), "0s");
  EXPECT_EQ(human_duration(-5s), "<invalid>");
}

TEST(HumanDuration, MissingTimesAreUnknown) {
  EXPECT_EQ(time_since(json::Value(), WallTime{}), "<unknown>");
  EXPECT_EQ(time_since("1970-01-01T00:00:00Z", WallTime{} + 5s), "5s");
}

}  // namespace
}  // namespace sluice::api
