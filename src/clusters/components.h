// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "client/client.h"
#include "clusters/cluster_status.h"

namespace sluice::clusters {

// How each component of the cluster is now.
Result<std::vector<ComponentNow>> look_at_all(client::Client& client, const Cluster& cluster);

// Null: the cluster has no such component.
ComponentNow* find_component(std::vector<ComponentNow>& components, std::string_view name);

// Pods of this StatefulSet, of those given, that are of an earlier template and not ready, go.
// Unless it is parallel, nobody else replaces them: an update waits until what is there is ready,
// which with, say, a wrong image it never is.
Result<void> replace_stuck_pods(client::Client& client, const client::Object& set,
                                const std::vector<client::ObjectPtr>& pods);
// Those of all of its StatefulSets.
Result<void> replace_stuck_pods(client::Client& client, const Cluster& cluster);

// Whether a program of a pod runs and does not listen yet: it may work on what it has stored.
bool is_starting(const client::Object& pod, std::string_view container);

bool all_ready(const std::vector<ComponentNow>& components);

}  // namespace sluice::clusters
