// SPDX-License-Identifier: Apache-2.0
//
// Another release of a cluster whose programs have run, but were never ready all together, so that
// no rollout makes its changes. What slurmctld and slurmdbd have stored is of the release before
// all the same, and so is the order in which they want to be replaced.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "client/client.h"
#include "clusters/cluster.h"
#include "clusters/cluster_status.h"
#include "clusters/keys.h"

namespace sluice::clusters {

// Forbidden: the release that is wanted cannot take over from one that has run.
Result<void> check_first_upgrade(const client::Object& object, const Cluster& cluster);

// The objects that are to be there until slurmdbd runs with the release that is wanted: its own
// new, all others as they were. Nothing: there is nothing to wait for.
Result<std::optional<std::vector<json::Value>>> objects_before_slurmdbd_runs(
    client::Client& client, const client::Object& object, const Cluster& cluster, const Keys& keys,
    const std::string& password);

// Notes in `status` which release has run: `version`, and `versionBefore` while the state of that
// may still be there.
void note_versions(json::Value& status, const Cluster& cluster,
                   std::vector<ComponentNow>& components);

}  // namespace sluice::clusters
