// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "clusters/cluster.h"
#include "clusters/keys.h"
#include "json/value.h"

namespace sluice::clusters {

// The label that objects of a cluster have, and the one that says of which component.
constexpr const char* kClusterLabel = "sluice.dev/slurm-cluster";
constexpr const char* kComponentLabel = "app.kubernetes.io/component";

// What runs, and the name of its condition.
struct Component {
  const char* name;       // "controller"
  const char* condition;  // "Controller"
  const char* kind;       // StatefulSet or Deployment
};

// Those that the cluster has, in the order in which they need each other.
std::vector<Component> components_of(const Cluster& cluster);

// Every object that the cluster is to have, but for its keys, in the order in which they are
// applied. Pure: the same cluster gives the same text. `password` is the database's.
std::vector<json::Value> desired_objects(const Cluster& cluster, const Keys& keys,
                                         const std::string& password);

// One file each.
std::string_view controller_text();
std::string_view accounting_text();
std::string_view database_text();
std::string_view rest_text();

}  // namespace sluice::clusters
