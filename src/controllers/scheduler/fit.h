// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"

namespace sluice::controllers::scheduler {

// What a pod and a node say about each other, whatever else is there. Pure.

// Whether the pod's node selector and required node affinity allow the node.
bool selects(const client::Object& pod, const client::Object& node);

// Whether the pod tolerates every taint of the node that would keep it from starting there, or,
// with `running`, that would drive it away.
bool tolerates_taints(const client::Object& pod, const client::Object& node, bool running);

// How many taints that only ask to stay away it does not tolerate.
int disliked_taints(const client::Object& pod, const client::Object& node);

// The node takes no new pods, and the pod is no exception.
bool is_cordoned_for(const client::Object& pod, const client::Object& node);

// Waits for this scheduler: unbound, not being deleted, not held back by gates and not asking for
// another scheduler.
bool is_waiting(const client::Object& pod);

// Whether two states of a waiting pod have the same chances.
bool same_chances(const client::Object& before, const client::Object& after);

}  // namespace sluice::controllers::scheduler
