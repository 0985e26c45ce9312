// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "client/client.h"
#include "clusters/cluster.h"

namespace sluice::clusters {

// What has the label of the cluster.
client::ListOptions of_cluster(const Cluster& cluster);

bool is_controlled_by(const client::Object& object, const std::string& uid);

// Null: it is not there. Other errors are the API server's, not the cluster's.
Result<client::ObjectPtr> find(client::Client& client, const api::Kind& kind, const api::Key& key);

// Those that are not so are applied; others that belong to the cluster, but for its keys, go.
// AlreadyExists, before anything is written: somebody else has an object of that name.
Result<void> apply_objects(client::Client& client, const client::Object& object,
                           const Cluster& cluster, std::vector<client::Object> desired);

}  // namespace sluice::clusters
