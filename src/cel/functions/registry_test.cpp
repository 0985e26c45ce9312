// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "cel/functions/function.h"

namespace sluice::cel {
namespace {

TEST(Registry, ReadsSignatures) {
  const auto& contains = find_overloads("contains");
  ASSERT_EQ(contains.size(), 1U);
  EXPECT_TRUE(contains[0].member);
  EXPECT_EQ(contains[0].parameters.size(), 2U);
  EXPECT_EQ(contains[0].result.to_string(), "bool");
  EXPECT_TRUE(find_overloads("nothing").empty());
  EXPECT_EQ(parse_type("map(K, list(kubernetes.Quantity))").to_string(),
            "map(K, list(kubernetes.Quantity))");
}

TEST(Registry, HasTheLibrariesOfKubernetes) {
  for (const char* name : {"isSorted", "findAll", "isURL", "quantity", "isIP", "cidr",
                           "format.named", "semver", "check", "charAt", "sets.contains",
                           "optional.of", "lists.range", "getFullYear", "cel.@mapInsert"}) {
    EXPECT_FALSE(find_overloads(name).empty()) << name;
  }
}

TEST(Registry, MatchesValuesToParameters) {
  EXPECT_TRUE(accepts(parse_type("int"), Value(std::int64_t{1})));
  EXPECT_FALSE(accepts(parse_type("int"), Value(1.0)));
  EXPECT_TRUE(accepts(Type(), Value(1.0)));
  EXPECT_TRUE(accepts(parse_type("list(int)"), Value::list({})));
}

}  // namespace
}  // namespace sluice::cel
