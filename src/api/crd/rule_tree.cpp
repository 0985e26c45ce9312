// SPDX-License-Identifier: Apache-2.0
#include "api/crd/rule_tree.h"

#include "api/crd/rule_types.h"

namespace sluice::api {
namespace {

// A schema whose rules count, and the one that says what the data is; they differ below allOf.
struct Schemas {
  const json::Value& rules;
  const json::Value& data;
};

std::unique_ptr<RuleNode> build(const Schemas& schemas, bool root);

std::unique_ptr<RuleNode> build_below(const json::Value& rules, const json::Value& data) {
  return build({rules, data}, data.at("x-kubernetes-embedded-resource").as_bool());
}

void build_children(const Schemas& schemas, RuleNode& node) {
  const json::Value* items = schemas.data.find("items");
  if (items != nullptr && schemas.rules.find("items") != nullptr) {
    node.items = build_below(schemas.rules.at("items"), *items);
  }
  const json::Value* values = schemas.data.find("additionalProperties");
  if (values != nullptr && values->is_object() &&
      schemas.rules.at("additionalProperties").is_object()) {
    node.values = build_below(schemas.rules.at("additionalProperties"), *values);
  }
  for (const json::Member& property : schemas.rules.at("properties").as_object()) {
    const json::Value* data = schemas.data.at("properties").find(property.key);
    auto child = data == nullptr ? nullptr : build_below(property.value, *data);
    if (child != nullptr) {
      node.properties.emplace_back(property.key, std::move(child));
    }
  }
}

std::unique_ptr<RuleNode> build(const Schemas& schemas, bool root) {
  const auto type = rule_type(schemas.data, root);
  if (!type) {
    return nullptr;  // data that rules cannot see
  }
  auto node = std::make_unique<RuleNode>();
  node->type = schemas.data.at("type").as_string();
  node->self = *type;
  if (schemas.data.at("x-kubernetes-list-type").as_string() == "map") {
    node->list_keys = type->list_keys();
  }
  for (const json::Value& rule : schemas.rules.at("x-kubernetes-validations").as_array()) {
    node->rules.push_back(compile_rule(rule, schemas.data, node->self));
  }
  build_children(schemas, *node);
  for (const json::Value& part : schemas.rules.at("allOf").as_array()) {
    if (auto child = build({part, schemas.data}, root); child != nullptr) {
      node->all_of.push_back(std::move(child));
    }
  }
  const bool any = !node->rules.empty() || node->items != nullptr || node->values != nullptr ||
                   !node->properties.empty() || !node->all_of.empty();
  return any ? std::move(node) : nullptr;
}

}  // namespace

std::unique_ptr<RuleNode> build_rule_tree(const json::Value& schema, bool is_resource_root) {
  return build({schema, schema}, is_resource_root);
}

}  // namespace sluice::api
