// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "api/meta.h"
#include "detach/protocol.h"

namespace sluice::machines {

// What the Slurm clusters of classes have of nodes, as it was last heard. Thread-safe.
class SlurmView {
 public:
  using Nodes = std::map<std::string, detach::NodeView>;  // by name
  using NodesPtr = std::shared_ptr<const Nodes>;

  // The node of a machine that runs: not one that is switched off. Null: there is none.
  static const detach::NodeView* running(const Nodes& nodes, const std::string& name) {
    const auto found = nodes.find(name);
    return found == nodes.end() || found->second.is_switched_off() ? nullptr : &found->second;
  }

  // Why Slurm has given a node up, in its own words; empty: it has not. A drain is none: somebody
  // wants that.
  static std::string fault(const detach::NodeView& node) {
    const bool is_invalid = node.is("INVALID_REG") || node.is("INVAL");
    return node.is("DOWN") || is_invalid
               ? node.state + (node.reason.empty() ? "" : ": " + node.reason)
               : "";
  }

  // Null: nothing was heard yet.
  NodesPtr of(const api::Key& node_class) const {
    const std::scoped_lock lock(mutex_);
    const auto found = by_class_.find(node_class);
    return found == by_class_.end() ? nullptr : found->second;
  }

  // Returns what was known before.
  NodesPtr set(const api::Key& node_class, const std::vector<detach::NodeView>& heard) {
    auto nodes = std::make_shared<Nodes>();
    for (const detach::NodeView& node : heard) {
      nodes->emplace(node.name, node);
    }
    const std::scoped_lock lock(mutex_);
    return std::exchange(by_class_[node_class], std::move(nodes));
  }

  void forget(const api::Key& node_class) {
    const std::scoped_lock lock(mutex_);
    by_class_.erase(node_class);
  }

 private:
  mutable std::mutex mutex_;
  std::map<api::Key, NodesPtr> by_class_;
};

}  // namespace sluice::machines
