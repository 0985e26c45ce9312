// SPDX-License-Identifier: Apache-2.0
#include "api/apply/field_set.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

namespace sluice::api {
namespace {

auto position(auto& nodes, const PathElement& element) {
  return std::lower_bound(
      nodes.begin(), nodes.end(), element,
      [](const FieldSet::Node& node, const PathElement& wanted) { return node.element < wanted; });
}

}  // namespace

FieldSet FieldSet::of(std::vector<Node> nodes) {
  const auto before = [](const Node& a, const Node& b) { return a.element < b.element; };
  if (!std::is_sorted(nodes.begin(), nodes.end(), before)) {
    std::stable_sort(nodes.begin(), nodes.end(), before);
  }
  FieldSet set;
  const auto same = [](const Node& a, const Node& b) { return a.element == b.element; };
  if (std::none_of(nodes.begin(), nodes.end(), std::mem_fn(&Node::holds_nothing)) &&
      std::adjacent_find(nodes.begin(), nodes.end(), same) == nodes.end()) {
    set.nodes_ = std::move(nodes);
    return set;
  }
  set.nodes_.reserve(nodes.size());
  for (Node& node : nodes) {
    if (node.holds_nothing()) {
      continue;
    }
    if (!set.nodes_.empty() && set.nodes_.back().element == node.element) {
      Node& twin = set.nodes_.back();
      twin.member = twin.member || node.member;
      twin.below = set_union(std::move(twin.below), std::move(node.below));
    } else {
      set.nodes_.push_back(std::move(node));
    }
  }
  return set;
}

FieldSet::Node& FieldSet::slot(const PathElement& element) {
  const auto at = position(nodes_, element);
  return at != nodes_.end() && at->element == element
             ? *at
             : *nodes_.insert(at, Node{element, false, {}});
}

void FieldSet::insert(std::span<const PathElement> path) {
  FieldSet* set = this;
  for (std::size_t i = 0; i < path.size(); ++i) {
    Node& node = set->slot(path[i]);
    node.member = node.member || i + 1 == path.size();
    set = &node.below;
  }
}

const FieldSet::Node* FieldSet::find(const PathElement& element) const {
  const auto at = position(nodes_, element);
  return at != nodes_.end() && at->element == element ? &*at : nullptr;
}

bool FieldSet::has(const PathElement& element) const {
  const Node* node = find(element);
  return node != nullptr && node->member;
}

bool FieldSet::has(std::span<const PathElement> path) const {
  const FieldSet* set = this;
  for (const PathElement& element : path.first(path.size() - 1)) {
    set = &set->below(element);
  }
  return set->has(path.back());
}

const FieldSet& FieldSet::below(const PathElement& element) const {
  static const FieldSet kNothing;
  const Node* node = find(element);
  return node == nullptr ? kNothing : node->below;
}

void FieldSet::for_each(const std::function<void(const std::string&)>& visit) const {
  std::string path;
  visit_paths(path, visit);
}

// Members of one level come before what is below them.
void FieldSet::visit_paths(std::string& path,
                           const std::function<void(const std::string&)>& visit) const {
  const std::size_t length = path.size();
  for (const Node& node : nodes_) {
    if (node.member) {
      visit(path + node.element.display());
    }
  }
  for (const Node& node : nodes_) {
    if (!node.below.empty()) {
      path += node.element.display();
      node.below.visit_paths(path, visit);
      path.resize(length);
    }
  }
}

// Calls change(node, its twin) for the elements both sets have, then drops nodes left with nothing.
template <class Change>
void FieldSet::change_common(const FieldSet& other, const Change& change) {
  auto twin = other.nodes_.begin();
  for (Node& node : nodes_) {
    while (twin != other.nodes_.end() && twin->element < node.element) {
      ++twin;
    }
    if (twin == other.nodes_.end()) {
      break;
    }
    if (twin->element == node.element) {
      change(node, *twin);
    }
  }
  std::erase_if(nodes_, [](const Node& node) { return node.holds_nothing(); });
}

FieldSet set_union(FieldSet a, FieldSet b) {
  if (a.empty() || b.empty()) {
    return a.empty() ? std::move(b) : std::move(a);
  }
  std::vector<FieldSet::Node> nodes = std::move(a.nodes_);
  nodes.insert(nodes.end(), std::make_move_iterator(b.nodes_.begin()),
               std::make_move_iterator(b.nodes_.end()));
  return FieldSet::of(std::move(nodes));
}

FieldSet intersection(const FieldSet& a, const FieldSet& b) {
  std::vector<FieldSet::Node> nodes;
  auto twin = b.nodes_.begin();
  for (const FieldSet::Node& node : a.nodes_) {
    while (twin != b.nodes_.end() && twin->element < node.element) {
      ++twin;
    }
    if (twin != b.nodes_.end() && twin->element == node.element) {
      const bool member = node.member && twin->member;
      FieldSet below = intersection(node.below, twin->below);
      if (member || !below.empty()) {
        nodes.push_back({node.element, member, std::move(below)});
      }
    }
  }
  return FieldSet::of(std::move(nodes));
}

FieldSet difference(FieldSet a, const FieldSet& b) {
  a.change_common(b, [](FieldSet::Node& node, const FieldSet::Node& twin) {
    node.member = node.member && !twin.member;
    node.below = difference(std::move(node.below), twin.below);
  });
  return a;
}

FieldSet without(FieldSet a, const FieldSet& b) {
  a.change_common(b, [](FieldSet::Node& node, const FieldSet::Node& twin) {
    node.member = node.member && !twin.member;
    node.below = twin.member ? FieldSet() : without(std::move(node.below), twin.below);
  });
  return a;
}

bool operator==(const FieldSet& a, const FieldSet& b) {
  return a.nodes_ == b.nodes_;
}

FieldSet field_path(std::initializer_list<std::string_view> names) {
  std::vector<PathElement> path;
  for (const std::string_view name : names) {
    path.push_back(PathElement::field(name));
  }
  FieldSet set;
  set.insert(path);
  return set;
}

}  // namespace sluice::api
