// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace sluice::kubelet {

// The virtual nodes of this kubelet, and the partition that each stands for. Kept by the
// NodeKeeper, asked by whoever meets a pod. Thread-safe.
class OurNodes {
 public:
  using Partitions = std::map<std::string, std::string>;  // by node; empty: all of Slurm

  void set(Partitions nodes, std::string main) {
    const std::scoped_lock lock(mutex_);
    nodes_ = std::move(nodes);
    main_ = std::move(main);
  }

  bool contains(const std::string& node) const {
    const std::scoped_lock lock(mutex_);
    return nodes_.contains(node);
  }

  // Empty: the pod may choose.
  std::string partition_of(const std::string& node) const {
    const std::scoped_lock lock(mutex_);
    const auto found = nodes_.find(node);
    return found == nodes_.end() ? "" : found->second;
  }

  // The node of what has no partition; empty: there is none yet.
  std::string main() const {
    const std::scoped_lock lock(mutex_);
    return main_;
  }

  std::vector<std::string> names() const {
    const std::scoped_lock lock(mutex_);
    std::vector<std::string> all;
    for (const auto& [name, partition] : nodes_) {
      all.push_back(name);
    }
    return all;
  }

 private:
  mutable std::mutex mutex_;
  Partitions nodes_;
  std::string main_;
};

}  // namespace sluice::kubelet
