// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/clock.h"
#include "client/client.h"

namespace sluice::runtime {

// Renews the node's lease, its heartbeat: the sign that its kubelet or agent lives, whether Slurm
// answers or not. The node owns the lease, so that the garbage collector takes it when the node
// goes. NotFound: there is no such node yet.
Result<void> renew_node_lease(client::Client& client, const std::string& node, WallTime now);

}  // namespace sluice::runtime
