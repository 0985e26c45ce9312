// SPDX-License-Identifier: Apache-2.0
#include "json/value.h"

#include <gtest/gtest.h>

#include <ctime>

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

Object numbered(int count) {
  Object object;
  for (int i = 0; i < count; ++i) {
    object["k" + std::to_string(i)] = i;
  }
  return object;
}

TEST(Value, LargeObjectsBehaveAsSmallOnes) {
  Object object = numbered(1000);
  EXPECT_EQ(object.size(), 1000U);
  object["k77"] = "changed";
  EXPECT_EQ(object.size(), 1000U);
  EXPECT_EQ(object.find("k77")->as_string(), "changed");
  EXPECT_EQ(object.find("k1000"), nullptr);

  Object copy = object;
  EXPECT_TRUE(copy.erase("k3"));
  EXPECT_FALSE(copy.erase("k3"));
  EXPECT_EQ(copy.find("k3"), nullptr);
  EXPECT_EQ(copy.find("k999")->as_int(), 999);
  EXPECT_EQ((copy.end() - 1)->key, "k999");
  EXPECT_EQ(object.find("k3")->as_int(), 3);
  EXPECT_FALSE(copy == object);

  const Object moved = std::move(copy);
  EXPECT_EQ(moved.find("k999")->as_int(), 999);
  object = moved;
  EXPECT_EQ(object, moved);
  object.erase_if([](const Member& member) { return member.value.as_int() % 2 == 0; });
  EXPECT_EQ(object.size(), 498U);  // 3 is gone, and 77 is a text
  EXPECT_EQ(object.find("k500"), nullptr);
  EXPECT_EQ(object.find("k501")->as_int(), 501);
  EXPECT_EQ(object.begin()->key, "k1");
}

TEST(Value, LargeObjectsAreComparedInAnyOrder) {
  const Object object = numbered(100'000);
  Object backwards;
  for (auto member = object.end(); member != object.begin();) {
    --member;
    backwards.append(member->key, member->value);
  }
  const std::clock_t started = std::clock();
  EXPECT_EQ(object, backwards);
  backwards["k50000"] = -1;
  EXPECT_FALSE(object == backwards);
  EXPECT_LT(std::clock() - started, 10 * CLOCKS_PER_SEC);
}

TEST(Value, CountsLevels) {
  EXPECT_EQ(depth(Value()), 0U);
  EXPECT_EQ(depth(Object()), 0U);
  EXPECT_EQ(depth(Object{{"a", 1}, {"b", Array{Object{{"c", 1}}}}}), 3U);
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
