// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "client/client.h"
#include "detach/protocol.h"
#include "detach/queue.h"
#include "pools/decision.h"
#include "pools/node_pool.h"

namespace sluice::pools {

// A member as its objects and its cluster say. `machines` are the nodes that the Machines of its
// MachineDeployment have become, but for those on their way out. Pure.

// What members before have machines for, or can have: it waits for none of the others.
using Claimed = std::set<std::string>;
using Claims =
    std::map<std::string, Claimed>;  // by who knows it: a Slurm controller, or Kubernetes

// With what the SlurmNodeClass says of its nodes: features, and generic resources unless the member
// says which.
Member of_class(Member member, const json::Value& node_class);

// Of Slurm. Jobs of other partitions do not count, nor those that more nodes would not help, nor
// those that want what such nodes do not have.
MemberNow slurm_member(const Member& member, std::int64_t replicas,
                       const std::vector<std::string>& machines,
                       const std::map<std::string, detach::NodeView>& nodes,
                       const std::vector<detach::WaitingJob>& queue, Claimed& claimed);

// Of Kubernetes. A node is idle when nothing runs on it but what every node has. Pods count that
// the scheduler found no node for, unless they want resources or labels that its nodes will not
// have, or do not put up with their taints.
MemberNow kubernetes_member(const Member& member, std::int64_t replicas,
                            const std::vector<std::string>& machines,
                            const std::map<std::string, client::ObjectPtr>& nodes,
                            const std::vector<client::ObjectPtr>& pods, Claimed& claimed);

}  // namespace sluice::pools
