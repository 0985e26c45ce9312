// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "client/client.h"
#include "clusters/cluster_status.h"

namespace sluice::clusters {

// How each component of the cluster is now.
Result<std::vector<ComponentNow>> look_at_all(client::Client& client, const Cluster& cluster);

bool all_ready(const std::vector<ComponentNow>& components);

}  // namespace sluice::clusters
