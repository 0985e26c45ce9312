// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
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

// Machines of one sort: they register with these features.
struct Pool {
  std::string name;
  std::string node_conf;  // "Feature=batch,fast RealMemory=2000"
};

// What machines of the cluster run.
struct Compute {
  std::vector<std::string> controllers;  // where they find each slurmctld, "10.0.0.5"
  std::vector<Pool> pools;
  json::Value slurmd;            // what it needs beside ours, as a service has it
  json::Value services;          // beside ours, as NodeServices has them
  std::int64_t ready_nodes = 0;  // as many make the cluster ready
  // What the SlurmNodeClass of the cluster's name has beside what the cluster says; null: there is
  // none.
  json::Value machine_class = {};
};

// Who knows the users of the cluster, in its pods; otherwise it is the image or the machine.
struct Identity {
  std::string files;       // a ConfigMap with passwd and group
  std::string sssd;        // a Secret with sssd.conf
  bool nss_slurm = false;  // on nodes slurmd tells a job's processes who their user is
};

// Words in pod templates, others whenever pods are to start anew though nothing else of them
// changes. Empty: they never had to.
struct Restarts {
  std::string accounting;
  std::string controller;

  friend bool operator==(const Restarts&, const Restarts&) = default;
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
  std::string auth;     // munge or slurm
  Identity identity;
  Ports ports;
  std::int64_t controllers = 1;
  std::vector<std::string> controller_addresses;  // with host_network: one of each of several
  Storage controller_storage;
  bool accounting = false;
  std::optional<ExternalDatabase> external;
  Storage database_storage;
  std::map<std::string, std::string> slurmdbd_fragments;  // of slurmdbd.conf, by name
  bool rest = false;
  std::int64_t rest_replicas = 1;
  std::string runtime_class;  // of all pods; empty: none
  std::string when_deleted = "Retain";
  std::int64_t max_nodes = 1024;
  std::optional<Compute> compute;
  std::optional<std::int64_t> stale_nodes_after;  // seconds; nothing: they stay
  std::vector<NodeSet> node_sets;
  std::vector<Partition> partitions;
  std::map<std::string, std::string> fragments;  // of slurm.conf, by name
  std::map<std::string, std::string> files;      // beside slurm.conf, by name
  bool waits_for_jobs = false;  // a change that would cost jobs, until they are over
  std::int64_t batch = 10;      // how many slurmd are restarted at a time
  Restarts restarts;            // not of the spec: of what was rolled out

  bool managed_database() const { return accounting && !external; }

  // "x-controller": what the objects of a component are called.
  std::string component(std::string_view which) const { return name + "-" + std::string(which); }
};

// Invalid names the field and what helps. What the definition's schema checks is not checked again.
Result<Cluster> read_cluster(const json::Value& object);

// Where its controllers are found by one another and by all of its pods, the first one first.
std::vector<std::string> controller_hosts(const Cluster& cluster);

// Where one of its programs listens on the machine.
struct MachinePort {
  std::string field;
  std::string address;  // empty: at all of them
  std::int64_t port = 0;

  bool collides_with(const MachinePort& other) const {
    return port == other.port &&
           (address.empty() || other.address.empty() || address == other.address);
  }
};

// All that it takes there; empty where pods have networks of their own.
std::vector<MachinePort> machine_ports(const Cluster& cluster);

}  // namespace sluice::clusters
