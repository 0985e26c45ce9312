// SPDX-License-Identifier: Apache-2.0
#include "cel/equality.h"

#include "cel/test_eval.h"

namespace sluice::cel {
namespace {

TEST(Equality, ComparesNumbersAcrossTypes) {
  expect_true({"dyn(1) == 1u", "dyn(1) == 1.0", "dyn(1u) == 1.0", "dyn(1) != 1.5", "1 < 1.5",
               "2u > 1", "-1 < 1u", "dyn(-1) != 18446744073709551615u", "1.0 <= 1u",
               "!(dyn(1) == '1')", "dyn(0.0/0.0) != 0.0/0.0", "9007199254740993 > 1e15"});
}

TEST(Equality, ComparesListsAndMapsDeeply) {
  expect_true({"[1, [2][0]] == [1, 2]", "[1] != [1, 2]", "{'a': [1]} == {'a': [1]}",
               "{'a': 1, 'b': 2} == {'b': 2, 'a': 1}", "{'a': 1} != {'b': 1}",
               "optional.of(1) == optional.of(1)", "optional.none() != optional.of(1)",
               "type(1) == int", "type([1]) == list", "null == null"});
}

TEST(Equality, OrdersWhatHasAnOrder) {
  expect_true({"'a' < 'b'", "b'a' < b'b'", "false < true",
               "timestamp('2020-01-01T00:00:00Z') < timestamp('2020-01-01T00:00:00.1Z')",
               "duration('1s') < duration('1m')"});
  EXPECT_EQ(run("dyn('a') < dyn(1)"), "error: no such overload");
  EXPECT_EQ(run("0.0/0.0 < 1.0"), "error: NaN values cannot be ordered");
}

TEST(Equality, IgnoresTheOrderOfListsThatAreSetsOrMaps) {
  const json::Value ab = *json::parse(R"(["a", "b"])");
  const json::Value ba = *json::parse(R"(["b", "a"])");
  const Type set = Type::list(Type(Type::Kind::kString), ListSemantics::kSet);
  const Type atomic = Type::list(Type(Type::Kind::kString));
  EXPECT_TRUE(equals(from_json(ab, set), from_json(ba, set)));
  EXPECT_FALSE(equals(from_json(ab, atomic), from_json(ba, atomic)));
}

}  // namespace
}  // namespace sluice::cel
