// SPDX-License-Identifier: Apache-2.0
#include "cel/type.h"

#include <gtest/gtest.h>

namespace sluice::cel {
namespace {

TEST(Type, ShowsParametersInMessagesAndNotInNames) {
  const Type map = Type::map(Type(Type::Kind::kString), Type::list(Type(Type::Kind::kInt)));
  EXPECT_EQ(map.to_string(), "map(string, list(int))");
  EXPECT_EQ(map.name(), "map");
  EXPECT_EQ(Type::optional(Type()).to_string(), "optional_type(dyn)");
  EXPECT_EQ(Type(Type::Kind::kTimestamp).to_string(), "timestamp");
  EXPECT_EQ(Type(Type::Kind::kTimestamp).name(), "google.protobuf.Timestamp");
  EXPECT_EQ(Type(Type::Kind::kNull).to_string(), "null");
  EXPECT_EQ(Type(Type::Kind::kNull).name(), "null_type");
}

TEST(Type, ComparesByStructure) {
  EXPECT_EQ(Type::list(Type(Type::Kind::kInt)), Type::list(Type(Type::Kind::kInt)));
  EXPECT_FALSE(Type::list(Type(Type::Kind::kInt)) == Type::list(Type()));
  EXPECT_EQ(Type::opaque("net.IP"), Type::opaque("net.IP"));
  EXPECT_FALSE(Type::opaque("net.IP") == Type::opaque("net.CIDR"));
}

TEST(ObjectType, FindsFieldsByNameAndByProperty) {
  const ObjectType type("T", {{"__namespace__", "namespace", Type()}, {"a", "a", Type()}});
  EXPECT_EQ(type.find("__namespace__")->property, "namespace");
  EXPECT_EQ(type.find_property("namespace")->name, "__namespace__");
  EXPECT_EQ(type.find("namespace"), nullptr);
  EXPECT_TRUE(ObjectType::open("Object")->is_open());
}

}  // namespace
}  // namespace sluice::cel
