// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "json/value.h"
#include "slurmconf/release.h"

namespace sluice::clusters {

// Where a component keeps what must survive it.
struct Storage {
  std::string size = "1Gi";
  std::string storage_class;  // empty: the default one
};

// A database that somebody else looks after.
struct ExternalDatabase {
  std::string host;
  std::string user;
  std::string name;
  std::string secret;  // of this namespace
  std::string key;     // in it: the password
};

struct Partition {
  std::string name;
  std::string nodes;       // as slurm.conf writes them: ALL, or node sets
  std::string parameters;  // "MaxTime=01:00:00 Default=YES"
};

struct NodeSet {
  std::string name;
  std::string feature;
};

struct Ports {
  std::int64_t controller = 6817;
  std::int64_t nodes = 6818;
  std::int64_t accounting = 6819;
  std::int64_t rest = 6820;
  std::int64_t database = 3306;
};

// A SlurmCluster as its reconciler sees it: the spec with its defaults, checked.
struct Cluster {
  std::string ns;
  std::string name;
  std::string uid;
  slurmconf::Release version;
  std::string image;
  std::string database_image;
  bool host_binaries = false;
  bool host_network = false;
  std::string address;  // with host_network: the machine's
  std::string user;     // SlurmUser
  Ports ports;
  std::int64_t controllers = 1;
  Storage controller_storage;
  bool accounting = false;
  std::optional<ExternalDatabase> external;
  Storage database_storage;
  bool rest = false;
  std::int64_t rest_replicas = 1;
  std::string runtime_class;  // of all pods; empty: none
  std::string when_deleted = "Retain";
  std::int64_t max_nodes = 1024;
  std::vector<NodeSet> node_sets;
  std::vector<Partition> partitions;
  std::map<std::string, std::string> fragments;  // of slurm.conf, by name
  std::map<std::string, std::string> files;      // beside slurm.conf, by name

  bool managed_database() const { return accounting && !external; }

  // "x-controller": what the objects of a component are called.
  std::string component(std::string_view which) const { return name + "-" + std::string(which); }
};

// Invalid names the field and what helps. What the definition's schema checks is not checked again.
Result<Cluster> read_cluster(const json::Value& object);

// The ports that it takes on the machine, by field; empty where pods have networks of their own.
std::vector<std::pair<std::string, std::int64_t>> machine_ports(const Cluster& cluster);

}  // namespace sluice::clusters
