// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>

#include "client/client.h"
#include "pools/node_pool.h"

namespace sluice::pools {

// What the nodes of a member are alike in, as a Node: labels that it declares and that all of them
// have, and taints of all. Taints that come and go with a node's state do not count. Pure.
client::Object typical_node(const Member& member,
                            const std::map<std::string, client::ObjectPtr>& nodes);

// What of such a node keeps the pod away, for people: "label pool=a"; empty: nothing.
std::string kept_away_by(const client::Object& pod, const client::Object& node);

}  // namespace sluice::pools
