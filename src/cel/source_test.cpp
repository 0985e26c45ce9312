// SPDX-License-Identifier: Apache-2.0
#include "cel/source.h"

#include <gtest/gtest.h>

namespace sluice::cel {
namespace {

TEST(Source, ShowsLineColumnAndPlace) {
  EXPECT_EQ(describe("1 +\n\tx", {{5, "bad"}}), "ERROR: <input>:2:2: bad\n |  x\n | .^");
  EXPECT_EQ(describe("x", {{0, "one"}, {0, "two"}}),
            "ERROR: <input>:1:1: one\n | x\n | ^\nERROR: <input>:1:1: two\n | x\n | ^");
}

TEST(Source, CountsCharactersNotBytes) {
  EXPECT_EQ(describe("'\u263a' + x", {{8, "bad"}}),
            "ERROR: <input>:1:7: bad\n | '\u263a' + x\n | .\uff0e....^");
}

TEST(Source, SortsByPlaceAndBearsTheEnd) {
  EXPECT_EQ(describe("ab", {{2, "end"}, {0, "start"}}),
            "ERROR: <input>:1:1: start\n | ab\n | ^\nERROR: <input>:1:3: end\n | ab\n | ..^");
}

}  // namespace
}  // namespace sluice::cel
