// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"
#include "clusters/cluster.h"
#include "clusters/fill.h"
#include "json/value.h"

namespace sluice::clusters {

// Gives the containers of a pod the users of the cluster: a sidecar that knows them comes first,
// and what it puts into a shared volume is mounted where the C library looks. Pure.
void add_identity(const Cluster& cluster, const Values& values, json::Value& pod);

// Whether what spec.identity names is there and fit for use. NotFound or Invalid names the field
// and what helps.
Result<void> check_identity(client::Client& client, const Cluster& cluster);

}  // namespace sluice::clusters
