// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "json/value.h"
#include "kubelet/executor.h"
#include "slurm/slurm.h"

namespace sluice::kubelet {

inline constexpr std::string_view kKubeletVersion = "v1.35.8+sluice";
inline constexpr const char* kQueuedResources = "sluice.dev/queued-resources";

// What the virtual node shows of the Slurm cluster behind it.
struct NodeFacts {
  std::string name;
  std::string address;                        // of the machine the kubelet runs on
  std::optional<slurm::Partition> partition;  // nothing: Slurm has not answered yet
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

// What the node's annotation says about resources that Slurm hands out (see the manual), with the
// most that one pod can get. Nothing while Slurm has not answered, and for a node without Slurm,
// whose resources the scheduler hands out; what somebody set to "none" stays.
std::optional<std::string> queued_resources(const json::Value& node, const NodeFacts& facts);

// The node's taints when they are not as they should be: ours is there exactly when the node is
// reserved, those of others stay. Pure.
std::optional<json::Value> corrected_taints(const json::Value& node, const NodeFacts& facts);

// Its status, starting from `node`'s present one so that times of conditions survive; unknown
// capacity (an outage) keeps the last known one, and extended resources that others advertise
// stay. lastHeartbeatTime is not touched here: the lease
// is the heartbeat. Pure.
json::Value build_node_status(const json::Value& node, const NodeFacts& facts, WallTime now);

}  // namespace sluice::kubelet
