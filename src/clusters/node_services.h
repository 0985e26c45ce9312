// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "clusters/cluster.h"
#include "clusters/keys.h"
#include "json/value.h"

namespace sluice::clusters {

// What the machines of a cluster run, as the NodeServices object that their agents follow: munged
// unless slurmd does without it, slurmd with the features of each pool and what the user has it wait
// for, and what the user has beside them. Pure.
json::Value node_services(const Cluster& cluster, const Keys& keys);

// The Secret that agents may read: of all keys only the one that machines need.
json::Value node_keys(const Cluster& cluster, const Keys& keys);

// Invalid names the service, or the whole circle of those that wait for one another.
Result<void> check_compute(const Cluster& cluster);

// On the object: where machines find slurmctld, each of several: "10.0.0.5:6817,10.0.0.6:6817".
constexpr const char* kControllerAnnotation = "sluice.dev/slurm-controller";

}  // namespace sluice::clusters
