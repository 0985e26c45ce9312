// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_costs.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

constexpr std::uint64_t kMillion = 1'000'000;
const std::string kHelp =
    " (try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, "
    "maps, and strings are declared)";

std::string faults_of(const std::vector<std::uint64_t>& costs, bool is_stored = false) {
  const FieldPath root;
  const FieldPath list = root.child("r");
  RuleCosts sum(is_stored);
  Faults faults;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    sum.add(list.item(i), "rule", costs[i], faults);
  }
  sum.check_total(root.child("s"), faults);
  std::string text;
  for (const ErrorCause& cause : faults.causes()) {
    text += (text.empty() ? "" : "; ") + cause.field + ": " + cause.message;
  }
  return text;
}

TEST(RuleCosts, RefusesOneExpressionThatCostsTooMuch) {
  EXPECT_EQ(faults_of({10 * kMillion}), "");
  const std::string start = "r[0]: Forbidden: estimated rule cost exceeds budget by factor of ";
  EXPECT_EQ(faults_of({10 * kMillion + 10}), start + "1.000001x" + kHelp);
  EXPECT_EQ(faults_of({25 * kMillion}), start + "2.5x" + kHelp);
  EXPECT_TRUE(faults_of({~std::uint64_t{0}}).starts_with(start + "more than 100x" + kHelp));
}

TEST(RuleCosts, NamesTheFourMostExpensiveWhenTheSumIsTooMuch) {
  const std::string_view why =
      ": Forbidden: contributed to estimated rule cost total exceeding cost limit for entire "
      "OpenAPIv3 schema; ";
  const std::string expected =
      "r[6]" + std::string(why) + "r[1]" + std::string(why) + "r[2]" + std::string(why) + "r[3]" +
      std::string(why) +
      "s: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 "
      "schema exceeds budget by factor of 1.090000x" +
      kHelp;
  std::vector<std::uint64_t> costs(13, 9 * kMillion);
  costs[0] = 0;
  costs[6] = 10 * kMillion;
  EXPECT_EQ(faults_of(costs), expected);
}

TEST(RuleCosts, LeavesStoredExpressionsAlone) {
  EXPECT_EQ(faults_of({25 * kMillion}, true), "");
  EXPECT_NE(faults_of({101 * kMillion}, true), "");
}

TEST(RuleCosts, MultipliesLimitsOfListsAndMaps) {
  const auto below = [](std::string_view schema, Occurrences own) {
    return occurrences_below(*json::parse(schema), own);
  };
  EXPECT_EQ(below(R"({"type": "object"})", 3), 3U);
  EXPECT_EQ(below(R"({"type": "array", "maxItems": 5})", 3), 15U);
  EXPECT_EQ(below(R"({"type": "array"})", 3), std::nullopt);
  EXPECT_EQ(below(R"({"type": "array", "maxItems": 5})", std::nullopt), std::nullopt);
  EXPECT_EQ(below(R"({"type": "object", "maxProperties": 5, "additionalProperties": {}})", 2), 10U);
  EXPECT_EQ(below(R"({"type": "object", "additionalProperties": {}})", 2), std::nullopt);
}

}  // namespace
}  // namespace sluice::api
