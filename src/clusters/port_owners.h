// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "client/client.h"
#include "clusters/cluster.h"

namespace sluice::clusters {

// Whether `cluster`, which is what `object` wants, may have its ports of the machine beside `all`
// SlurmClusters. A port is whose spec in effect has it, whatever its object says by now; one that
// nobody has is the older one's who wants it. AlreadyExists names the field, the other and what
// helps.
Result<void> check_port_owners(client::Client& client, const client::Object& object,
                               const Cluster& cluster, const std::vector<client::ObjectPtr>& all);

}  // namespace sluice::clusters
