// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "clusters/cluster.h"
#include "json/value.h"

namespace sluice::clusters {

// What machines of Cluster API need to know to join the cluster, as the SlurmNodeClass of its name
// that VirtualKubeletConfigs refer to: what the user says, and where the cluster is. Pure.
json::Value machine_class(const Cluster& cluster);

}  // namespace sluice::clusters
