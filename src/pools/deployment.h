// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "api/meta.h"
#include "json/value.h"

namespace sluice::pools {

// MachineDeployments of Cluster API, in the shapes of both contracts.

inline constexpr const char* kDeployments = "machinedeployments.cluster.x-k8s.io";

// On each Machine: the MachineDeployment that it is of.
inline constexpr const char* kDeploymentLabel = "cluster.x-k8s.io/deployment-name";

std::int64_t replicas_of(const json::Value& deployment);  // asked for

// Why its number must not be changed now; empty: it may be.
std::string why_not_now(const json::Value& deployment);

}  // namespace sluice::pools
