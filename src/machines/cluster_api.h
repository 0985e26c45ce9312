// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "api/meta.h"
#include "json/value.h"

namespace sluice::machines {

// Objects of Cluster API's core, whose definitions are not ours. Each is read in the shape of the
// contract v1beta2 and in that of v1beta1, whichever version the server has.

inline constexpr const char* kMachines = "machines.cluster.x-k8s.io";
inline constexpr const char* kClusters = "clusters.cluster.x-k8s.io";
inline constexpr const char* kClusterLabel = "cluster.x-k8s.io/cluster-name";

// The Machine that a bootstrap object was made for; nothing: core has not said so yet.
std::optional<api::Key> owning_machine(const json::Value& config);

// Whether the bootstrap object was made for a MachinePool, all of whose machines it would start.
bool is_of_machine_pool(const json::Value& config);

// The VirtualKubeletConfig that a Machine starts with; nothing: another provider's, or none.
std::optional<api::Key> config_of(const json::Value& machine);

api::Key cluster_of(const json::Value& machine);

// The Secret with which the machine was, or is being, started; empty: not yet.
const std::string& used_secret(const json::Value& machine);

// An administrator has asked that nothing be done.
bool is_paused(const json::Value& cluster, const json::Value& config);

bool has_infrastructure(const json::Value& cluster);
bool has_control_plane(const json::Value& cluster);

}  // namespace sluice::machines
