// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "client/client.h"
#include "controllers/scheduler/load.h"

namespace sluice::controllers::scheduler {

// Resources of a virtual node that Slurm hands out, and the most a single pod can ever get of them;
// nothing: only Slurm knows. Pods wait in Slurm's queue for these, not here.
using Queued = std::map<std::string, std::optional<json::Quantity>, std::less<>>;

// Reads "cpu=64,memory=256Gi,pods"; "none" and what is not there is no such resource.
Queued read_queued(const std::string& text);

// The annotation of nodes that says so.
inline constexpr const char* kQueuedResources = "sluice.dev/queued-resources";
// The label of virtual nodes and the annotation of pods that name a partition of Slurm.
inline constexpr const char* kPartition = "sluice.dev/partition";

// A node and what is on it.
struct NodeState {
  std::string name;
  client::ObjectPtr object = nullptr;  // null: only its pods are known
  api::quota::Amounts allocatable = {};
  Queued queued = {};
  Load load = {};
  std::map<api::Key, PodFactsPtr> pods = {};
  std::map<api::Key, PodFactsPtr> nominated = {};  // that wait for it to be emptied
  std::map<std::int64_t, int> priorities = {};     // of its pods, and how many have each

  const json::Value* label(const std::string& key) const {
    return object->find("metadata", "labels", key);
  }
};

}  // namespace sluice::controllers::scheduler
