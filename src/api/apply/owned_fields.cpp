// SPDX-License-Identifier: Apache-2.0
#include "api/apply/owned_fields.h"

#include <utility>
#include <vector>

#include "api/apply/parts.h"

namespace sluice::api {
namespace {

struct Owned {
  bool self = false;
  FieldSet below = {};
};

Owned owned(const ValueType& type, const json::Value& value);

bool is_empty_map(const json::Value& value) {
  return value.is_null() || (value.is_object() && value.as_object().empty());
}

FieldSet owned_members(const ValueType& type, const json::Value& value) {
  std::vector<FieldSet::Node> nodes;
  nodes.reserve(value.as_object().size());
  for (const json::Member& member : value.as_object()) {
    PathElement element = PathElement::field(member.key);
    Owned part = owned(type.member(member.key), member.value);
    const bool self = part.self || is_empty_map(member.value) || !type.names(element);
    nodes.push_back({std::move(element), self, std::move(part.below)});
  }
  return FieldSet::of(std::move(nodes));
}

// Of items with the same identity only that there are such is known.
FieldSet owned_items(const ValueType& type, const json::Value& value) {
  std::vector<ListItem> items = items_by_identity(type, &value);
  std::vector<FieldSet::Node> nodes;
  nodes.reserve(items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    const PathElement& element = items[i].element;
    const bool repeated = (i > 0 && items[i - 1].element == element) ||
                          (i + 1 < items.size() && items[i + 1].element == element);
    nodes.push_back(
        {element, true, repeated ? FieldSet() : owned(type.item(), *items[i].value).below});
  }
  return FieldSet::of(std::move(nodes));
}

Owned owned(const ValueType& type, const json::Value& value) {
  const ValueType resolved = type.resolved(value);
  switch (resolved.form()) {
    case ValueType::Form::kList:
      return {.below = owned_items(resolved, value)};
    case ValueType::Form::kObject:
    case ValueType::Form::kMap:
      return {.below = owned_members(resolved, value)};
    case ValueType::Form::kLeaf:
    case ValueType::Form::kDeduced:
      break;
  }
  return {.self = true};
}

}  // namespace

FieldSet owned_fields(const ValueType& type, const json::Value& document) {
  return owned(type, document).below;
}

FieldSet with_named_fields(const ValueType& type, const FieldSet& set) {
  std::vector<FieldSet::Node> nodes;
  nodes.reserve(set.nodes().size());
  for (const FieldSet::Node& node : set.nodes()) {
    nodes.push_back({node.element, node.member || type.names(node.element),
                     with_named_fields(type.at(node.element), node.below)});
  }
  return FieldSet::of(std::move(nodes));
}

FieldSet with_atomic_fields(const ValueType& type, const FieldSet& set) {
  std::vector<FieldSet::Node> nodes;
  nodes.reserve(set.nodes().size());
  for (const FieldSet::Node& node : set.nodes()) {
    const ValueType part = type.at(node.element);
    if (part.form() == ValueType::Form::kLeaf) {
      nodes.push_back({node.element, true});
    } else {
      nodes.push_back({node.element, node.member, with_atomic_fields(part, node.below)});
    }
  }
  return FieldSet::of(std::move(nodes));
}

}  // namespace sluice::api
