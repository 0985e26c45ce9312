// SPDX-License-Identifier: Apache-2.0
#include "base/recent_map.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(RecentMap, KeepsWhatWasUsedLast) {
  RecentMap<int> map(2);
  map["a"] = 1;
  map["b"] = 2;
  EXPECT_EQ(*map.find("a"), 1);
  map["c"] = 3;
  EXPECT_EQ(map.find("b"), nullptr);
  EXPECT_EQ(*map.find("a"), 1);
  EXPECT_EQ(map["c"], 3);
}

TEST(RecentMap, ForgetsWhatItIsTold) {
  RecentMap<int> map(1);
  map["a"] = 1;
  map.erase("a");
  map.erase("a");
  EXPECT_EQ(map.find("a"), nullptr);
  EXPECT_EQ(map["a"], 0);
}

}  // namespace
}  // namespace sluice
