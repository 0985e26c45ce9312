// SPDX-License-Identifier: Apache-2.0
#include "cel/display.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sluice::cel {
namespace {

TEST(Display, WritesDoublesAsGo) {
  EXPECT_EQ(display_double(1.5), "1.5");
  EXPECT_EQ(display_double(100), "100");
  EXPECT_EQ(display_double(1e6), "1e+06");
  EXPECT_EQ(display_double(-0.0045), "-0.0045");
  EXPECT_EQ(display_double(1e-5), "1e-05");
  EXPECT_EQ(display_double(INFINITY), "+Inf");
  EXPECT_EQ(display_double(-INFINITY), "-Inf");
  EXPECT_EQ(display_double(NAN), "NaN");
}

TEST(Display, QuotesAsGo) {
  EXPECT_EQ(quoted("a\"\n\x01\u263a\xff"), "\"a\\\"\\n\\x01\u263a\\xff\"");
}

TEST(Display, ShowsListsAndMaps) {
  EXPECT_EQ(display(Value::list({Value(true), Value()})), "[true, null]");
  EXPECT_EQ(display(Value::some(Value(true))), "optional(true)");
}

}  // namespace
}  // namespace sluice::cel
