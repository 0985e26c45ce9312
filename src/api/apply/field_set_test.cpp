// SPDX-License-Identifier: Apache-2.0
#include "api/apply/field_set.h"

#include <gtest/gtest.h>

#include "api/apply/test_documents.h"

namespace sluice::api {
namespace {

const char* const kLeft = R"({"f:a":{".":{},"f:b":{},"f:c":{}},"f:d":{}})";
const char* const kRight = R"({"f:a":{"f:b":{"f:x":{}},"f:c":{}},"f:e":{}})";

TEST(FieldSet, UnionHasThePathsOfBoth) {
  EXPECT_EQ(text_of(set_union(fields(kLeft), fields(kRight))),
            R"({"f:a":{".":{},"f:b":{".":{},"f:x":{}},"f:c":{}},"f:d":{},"f:e":{}})");
}

TEST(FieldSet, IntersectionHasThePathsInBoth) {
  EXPECT_EQ(text_of(intersection(fields(kLeft), fields(kRight))), R"({"f:a":{"f:c":{}}})");
}

TEST(FieldSet, DifferenceKeepsWhatIsBelowAPathThatGoes) {
  EXPECT_EQ(text_of(difference(fields(kLeft), fields(kRight))),
            R"({"f:a":{".":{},"f:b":{}},"f:d":{}})");
  EXPECT_EQ(text_of(difference(fields(kLeft), fields(R"({"f:a":{}})"))),
            R"({"f:a":{"f:b":{},"f:c":{}},"f:d":{}})");
}

TEST(FieldSet, WithoutTakesWhatIsBelowAlong) {
  EXPECT_EQ(text_of(without(fields(kLeft), fields(R"({"f:a":{}})"))), R"({"f:d":{}})");
  EXPECT_EQ(text_of(without(fields(kLeft), fields(R"({"f:a":{"f:b":{}}})"))),
            R"({"f:a":{".":{},"f:c":{}},"f:d":{}})");
}

TEST(FieldSet, NothingIsLeftOfASetWithoutItself) {
  EXPECT_TRUE(difference(fields(kLeft), fields(kLeft)).empty());
  EXPECT_TRUE(without(fields(kLeft), fields(kLeft)).empty());
}

TEST(FieldSet, NodesInAnyOrderMakeTheSameSet) {
  std::vector<FieldSet::Node> nodes;
  nodes.push_back({PathElement::field("b"), true});
  nodes.push_back({PathElement::field("a"), false});
  nodes.push_back({PathElement::field("a"), true});
  nodes.push_back({PathElement::field("b"), false, field_path({"c"})});
  EXPECT_EQ(text_of(FieldSet::of(std::move(nodes))), R"({"f:a":{},"f:b":{".":{},"f:c":{}}})");
}

TEST(FieldSet, HasOnlyThePathsThatAreInIt) {
  const FieldSet set = fields(R"({"f:a":{"f:b":{}}})");
  const PathElement path[] = {PathElement::field("a"), PathElement::field("b")};
  EXPECT_TRUE(set.has(path));
  EXPECT_FALSE(set.has(path[0]));
  EXPECT_TRUE(set.below(path[0]).has(path[1]));
  EXPECT_TRUE(set.below(path[1]).empty());
}

TEST(FieldSet, InsertAddsOnePath) {
  FieldSet set = field_path({"a", "b"});
  const PathElement path[] = {PathElement::field("a")};
  set.insert(path);
  EXPECT_EQ(text_of(set), R"({"f:a":{".":{},"f:b":{}}})");
}

TEST(FieldSet, NamesItsPathsAsPeopleReadThem) {
  std::string paths;
  fields(R"({"f:spec":{"f:x":{".":{},"k:{\"name\":\"a\"}":{".":{},"f:image":{}}},"f:y":{}}})")
      .for_each([&](const std::string& path) { paths += path + " "; });
  EXPECT_EQ(paths, R"(.spec.x .spec.y .spec.x[name="a"] .spec.x[name="a"].image )");
}

}  // namespace
}  // namespace sluice::api
