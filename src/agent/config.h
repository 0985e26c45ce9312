// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/meta.h"
#include "base/result.h"
#include "detach/door.h"
#include "detach/endpoint.h"
#include "json/value.h"
#include "services/graph.h"

namespace sluice::agent {

// Where it takes orders to detach its Slurm node, and whose.
struct Listen {
  detach::Door::Options door;
  detach::Endpoint::Options endpoint;
};

// What the agent of a machine reads, as the bootstrap provider writes it.
struct Config {
  std::string role;
  api::Key machine;                  // of Cluster API; without a name: none is known
  std::string node;                  // the Node's name
  json::Value node_spec;             // providerID, labels, taints, kubeletVersion of the Node
  std::filesystem::path kubeconfig;  // empty: no Node
  std::filesystem::path state_directory;
  std::string slurm_node;        // what Slurm calls the machine; empty: it is none of Slurm's
  std::string slurm_controller;  // where its slurmctld listens, "10.0.0.9:6817"
  std::optional<Listen> listen;  // nothing: it takes no orders
  api::Key follows = {};         // the NodeServices object it runs; without a name: `services`
  std::string pool = {};         // with that: its first pool, until the Node's label says another
  std::vector<services::Service> services;             // in an order in which they can be started
  std::vector<services::Service> kubernetes_services;  // of its other stack; empty: it has none
};

// From YAML. Invalid names the field: services that need one another or somebody unknown.
Result<Config> read_config(std::string_view yaml);

}  // namespace sluice::agent
