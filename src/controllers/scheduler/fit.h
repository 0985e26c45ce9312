// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "client/client.h"

namespace sluice::controllers::scheduler {

// Why `node` cannot take `pod`, in Kubernetes' words ("node(s) were unschedulable"); empty when it
// can. Resources are not compared: a virtual node stands for a whole partition, and waiting for a
// place there is Slurm's work. Pure.
std::string misfit(const client::Object& pod, const client::Object& node);

// Whether the pod's node selector and required node affinity allow the node.
bool selects(const client::Object& pod, const client::Object& node);

// Whether the pod tolerates every taint of the node that would keep it from starting there, or,
// with `running`, that would drive it away.
bool tolerates_taints(const client::Object& pod, const client::Object& node, bool running);

// The node for a pod, or why there is none.
struct Choice {
  std::string node;
  std::string message;  // "0/2 nodes are available: 2 node(s) were unschedulable."
};

// First fitting node by name.
Choice choose(const client::Object& pod, const std::vector<client::ObjectPtr>& nodes);

// Waits for this scheduler: unbound, not being deleted, not asking for another scheduler.
bool is_waiting(const client::Object& pod);

// Nothing that misfit() looks at differs.
bool same_for_scheduling(const client::Object& a, const client::Object& b);

}  // namespace sluice::controllers::scheduler
