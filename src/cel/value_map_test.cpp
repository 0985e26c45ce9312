// SPDX-License-Identifier: Apache-2.0
#include "cel/value_map.h"

#include <gtest/gtest.h>

namespace sluice::cel {
namespace {

TEST(ValueMap, TakesEqualNumbersForTheSameKey) {
  ValueMap map;
  EXPECT_TRUE(map.insert(Value(std::int64_t{1}), Value(std::string("one"))));
  EXPECT_FALSE(map.insert(Value(std::uint64_t{1}), Value()));
  EXPECT_EQ(map.find(Value(1.0))->as_string(), "one");
  EXPECT_FALSE(map.find(Value(1.5)).has_value());
  EXPECT_FALSE(map.find_text("1").has_value());
}

TEST(ValueMap, RefusesKeysThatAreNone) {
  EXPECT_FALSE(ValueMap().insert(Value(), Value()));
  EXPECT_FALSE(ValueMap::can_be_key(Value(1.0)));
  EXPECT_TRUE(ValueMap::can_be_key(Value(true)));
}

TEST(ValueMap, KeepsTheOrderOfInsertion) {
  ValueMap map;
  map.insert(Value(std::string("b")), Value());
  map.insert(Value(std::string("a")), Value());
  EXPECT_EQ(map.at(0).key.as_string(), "b");
}

}  // namespace
}  // namespace sluice::cel
