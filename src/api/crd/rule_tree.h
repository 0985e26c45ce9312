// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/crd/rule.h"
#include "cel/type.h"
#include "json/value.h"

namespace sluice::api {

// The rules of a schema where they apply: a node per schema that has rules at or below it.
struct RuleNode {
  std::string type;  // of the schema: "object"
  cel::Type self;
  std::vector<Rule> rules;
  std::vector<std::string> list_keys;  // of lists whose items are found again by their keys
  std::unique_ptr<RuleNode> items;
  std::unique_ptr<RuleNode> values;  // of maps
  std::vector<std::pair<std::string, std::unique_ptr<RuleNode>>> properties;
  std::vector<std::unique_ptr<RuleNode>> all_of;
};

// Null when the schema has no rules.
std::unique_ptr<RuleNode> build_rule_tree(const json::Value& schema, bool is_resource_root);

}  // namespace sluice::api
