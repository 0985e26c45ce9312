// SPDX-License-Identifier: Apache-2.0
#include "cel/unify.h"

#include <gtest/gtest.h>

#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

TEST(Substitution, BindsParameters) {
  Substitution substitution;
  EXPECT_TRUE(substitution.assignable(parse_type("list(int)"), parse_type("list(A)")));
  EXPECT_EQ(substitution.apply(parse_type("map(A, B)")).to_string(), "map(int, B)");
  EXPECT_EQ(substitution.apply(parse_type("B"), true).to_string(), "dyn");
  EXPECT_FALSE(substitution.assignable(parse_type("string"), parse_type("A")));
}

TEST(Substitution, ChangesNothingWhenTypesDoNotFit) {
  Substitution substitution;
  const std::vector<Type> given = {parse_type("int"), parse_type("string")};
  const std::vector<Type> wanted = {parse_type("A"), parse_type("A")};
  EXPECT_FALSE(substitution.assignable(given, wanted));
  EXPECT_TRUE(substitution.assignable(parse_type("bytes"), parse_type("A")));
}

TEST(Substitution, RefusesTypesInsideThemselves) {
  Substitution substitution;
  EXPECT_FALSE(substitution.assignable(parse_type("A"), parse_type("list(A)")));
}

TEST(Substitution, LetsDynAndNullPass) {
  Substitution substitution;
  EXPECT_TRUE(substitution.assignable(Type(), parse_type("int")));
  EXPECT_TRUE(substitution.assignable(parse_type("null"), parse_type("timestamp")));
  EXPECT_FALSE(substitution.assignable(parse_type("null"), parse_type("int")));
  EXPECT_EQ(most_general(parse_type("list(int)"), parse_type("list(dyn)")).to_string(),
            "list(dyn)");
}

}  // namespace
}  // namespace sluice::cel
