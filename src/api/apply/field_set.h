// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "api/apply/path_element.h"

namespace sluice::api {

// A set of paths into a document: who owns what. A path may be in the set without the paths below
// it, and the other way round. A tree of sorted nodes; a value type, copies are deep.
class FieldSet {
 public:
  struct Node;

  bool empty() const { return nodes_.empty(); }
  std::span<const Node> nodes() const { return nodes_; }

  // Of nodes in any order. Those that hold nothing are left out, those of one element joined.
  static FieldSet of(std::vector<Node> nodes);

  // Adds one path: {"spec", "replicas"} as elements.
  void insert(std::span<const PathElement> path);

  bool has(const PathElement& element) const;
  bool has(std::span<const PathElement> path) const;

  // What is below an element; empty when nothing is.
  const FieldSet& below(const PathElement& element) const;

  // Calls visit(text) for every path, as people read it: .spec.containers[name="a"].image
  void for_each(const std::function<void(const std::string&)>& visit) const;

  friend FieldSet set_union(FieldSet a, FieldSet b);
  friend FieldSet intersection(const FieldSet& a, const FieldSet& b);
  friend FieldSet difference(FieldSet a, const FieldSet& b);

  // Leaves out the paths of `b` and everything below them.
  friend FieldSet without(FieldSet a, const FieldSet& b);

  friend bool operator==(const FieldSet&, const FieldSet&);

 private:
  const Node* find(const PathElement& element) const;
  Node& slot(const PathElement& element);
  void visit_paths(std::string& path, const std::function<void(const std::string&)>& visit) const;
  template <class Change>
  void change_common(const FieldSet& other, const Change& change);

  std::vector<Node> nodes_;
};

struct FieldSet::Node {
  PathElement element;
  bool member = false;
  FieldSet below = {};

  bool holds_nothing() const { return !member && below.empty(); }
  friend bool operator==(const Node&, const Node&) = default;
};

FieldSet set_union(FieldSet a, FieldSet b);
FieldSet intersection(const FieldSet& a, const FieldSet& b);
FieldSet difference(FieldSet a, const FieldSet& b);
FieldSet without(FieldSet a, const FieldSet& b);

// The set of one path of member names: "metadata", "labels".
FieldSet field_path(std::initializer_list<std::string_view> names);

}  // namespace sluice::api
