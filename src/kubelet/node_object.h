// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"
#include "kubelet/executor.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

inline constexpr const char* kQueuedResources = "sluice.dev/queued-resources";
inline constexpr const char* kPartitionLabel = "sluice.dev/partition";
inline constexpr const char* kKubeletLabel = "sluice.dev/kubelet";  // whose virtual node it is

// What a virtual node shows of the Slurm cluster behind it.
struct NodeFacts {
  std::string name;
  std::string kubelet;                        // the name by which the kubelet knows its nodes
  std::string address;                        // of the machine the kubelet runs on
  std::string partition_name = {};            // of one that stands for this partition alone
  std::optional<slurm::Partition> partition;  // nothing: Slurm has not answered yet
  std::set<std::string> gres = {};            // that any partition has
  bool preferred = true;  // where pods go that do not say where; one of those for single partitions
  bool retired = false;   // no longer wanted: gets no pods, and goes when it has none
  std::string slurm_version;
  std::optional<Error> outage;  // slurmctld does not answer
  std::uint16_t port = 0;       // of the kubelet's endpoints there; 0: it has none
  Executor executor = Executor::kSlurm;
  bool reserved = false;  // pods must tolerate its taint
};

// Picks the partition by name, or the default one, or the first; NotFound names what there is.
Result<slurm::Partition> choose_partition(const std::vector<slurm::Partition>& partitions,
                                          const std::string& name);

// The Node object to create when there is none. Pure.
json::Value build_node(const NodeFacts& facts);

// What of its metadata and spec has to change, as a merge patch: labels, the annotation about
// resources that Slurm hands out (see the manual) with the most that one pod can get, and the
// taints that are ours. Nothing: nothing. While Slurm has not answered, what is there stays, and an
// annotation that somebody set to "none" always does. Pure.
std::optional<json::Value> node_patch(const json::Value& node, const NodeFacts& facts);

// Whether the node carries the mark that keeps new pods from a retired one.
bool is_marked_retired(const json::Value& node);

// Its status, starting from `node`'s present one so that times of conditions survive; unknown
// capacity (an outage) keeps the last known one, and extended resources that others advertise
// stay. Machines that are down or drained count for the capacity but cannot be allocated.
// lastHeartbeatTime is not touched here: the lease is the heartbeat. Pure.
json::Value build_node_status(const json::Value& node, const NodeFacts& facts, WallTime now);

}  // namespace sluice::kubelet
