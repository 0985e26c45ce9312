// SPDX-License-Identifier: Apache-2.0
#include "json/value.h"

#include <gtest/gtest.h>

namespace sluice::json {
namespace {

TEST(Value, ReadsThroughMissingAndMistypedPartsAsNothing) {
  Value pod;
  pod["metadata"]["name"] = "a";
  EXPECT_EQ(pod.at("metadata", "name").as_string(), "a");
  EXPECT_EQ(pod.at("metadata", "name", "deeper").as_string(), "");
  EXPECT_EQ(pod.find("spec", "nodeName"), nullptr);
  EXPECT_EQ(pod.at("metadata").as_int(7), 7);
}

TEST(Value, EqualityIgnoresMemberOrderAndNumberForm) {
  const Value a = Object{{"x", 1}, {"y", Array{1, 2}}};
  const Value b = Object{{"y", Array{1, 2.0}}, {"x", 1}};
  EXPECT_EQ(a, b);
  EXPECT_FALSE(a == Value(Object{{"x", 1}}));
}

TEST(Value, KeepsTheOrderMembersWereAdded) {
  Value v;
  v["b"] = 1;
  v["a"] = 2;
  v["b"] = 3;
  EXPECT_EQ(v.as_object().begin()->key, "b");
  EXPECT_EQ(v.as_object().size(), 2U);
  EXPECT_TRUE(v.erase("b"));
  EXPECT_FALSE(v.erase("b"));
  EXPECT_EQ(v.as_object().begin()->key, "a");
}

TEST(Value, CopiesAreDeep) {
  Value a;
  a["list"].array().emplace_back("x");
  Value b = a;
  b["list"].array()[0] = "y";
  EXPECT_EQ(a.at("list").as_array()[0].as_string(), "x");
}

}  // namespace
}  // namespace sluice::json
