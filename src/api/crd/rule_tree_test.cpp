// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_tree.h"

#include <gtest/gtest.h>

#include "json/text.h"

namespace sluice::api {
namespace {

constexpr const char* kSchema = R"x({"type": "object", "properties": {
  "plain": {"type": "string"},
  "list": {"type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["k"],
           "items": {"type": "object", "properties": {"k": {"type": "string"}},
                     "x-kubernetes-validations": [{"rule": "self.k != ''"}]}},
  "map": {"type": "object", "additionalProperties": {"type": "integer",
          "x-kubernetes-validations": [{"rule": "self > 0"}]}}},
  "allOf": [{"x-kubernetes-validations": [{"rule": "has(self.plain)"}]}]})x";

TEST(RuleTree, HasNodesOnlyWhereRulesAre) {
  EXPECT_EQ(build_rule_tree(*json::parse(R"({"type": "object"})"), true), nullptr);
  const auto tree = build_rule_tree(*json::parse(kSchema), true);
  ASSERT_NE(tree, nullptr);
  ASSERT_EQ(tree->properties.size(), 2U);
  EXPECT_EQ(tree->properties[0].second->list_keys, std::vector<std::string>{"k"});
  EXPECT_EQ(tree->properties[0].second->items->rules.size(), 1U);
  EXPECT_EQ(tree->properties[1].second->values->rules.size(), 1U);
  ASSERT_EQ(tree->all_of.size(), 1U);
  EXPECT_EQ(tree->all_of[0]->rules[0].error, "");
}

}  // namespace
}  // namespace sluice::api
