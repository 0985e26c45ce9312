// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster.h"

#include <set>

#include "api/meta.h"
#include "clusters/configuration.h"

namespace sluice::clusters {
namespace {

// Brought by `sluice up`: nothing is in it, the machine's own programs are mounted.
constexpr const char* kHostImage = "sluice.dev/host:v1";
constexpr const char* kDatabaseImage = "docker.io/library/mariadb:10.11";

std::string text_or(const json::Value& value, const char* otherwise) {
  return value.as_string().empty() ? otherwise : value.as_string();
}

Storage read_storage(const json::Value& spec) {
  return {.size = text_or(spec.at("size"), "1Gi"),
          .storage_class = spec.at("storageClassName").as_string()};
}

Ports read_ports(const json::Value& spec) {
  const Ports usual;
  return {.controller = spec.at("controller").as_int(usual.controller),
          .nodes = spec.at("nodes").as_int(usual.nodes),
          .accounting = spec.at("accounting").as_int(usual.accounting),
          .rest = spec.at("rest").as_int(usual.rest),
          .database = spec.at("database").as_int(usual.database)};
}

void read_database(const json::Value& spec, Cluster& cluster) {
  cluster.accounting = spec.is_object();
  cluster.database_storage = read_storage(spec.at("storage"));
  const json::Value& external = spec.at("external");
  if (!external.is_object()) {
    return;
  }
  cluster.ports.database = external.at("port").as_int(cluster.ports.database);
  cluster.external =
      ExternalDatabase{.host = external.at("host").as_string(),
                       .user = text_or(external.at("user"), "slurm"),
                       .name = text_or(external.at("name"), "slurm_acct_db"),
                       .secret = external.at("passwordSecret", "name").as_string(),
                       .key = text_or(external.at("passwordSecret", "key"), "password")};
}

void read_nodes(const json::Value& spec, Cluster& cluster) {
  for (const json::Value& one : spec.at("nodeSets").as_array()) {
    const std::string& name = one.at("name").as_string();
    cluster.node_sets.push_back({name, text_or(one.at("feature"), name.c_str())});
  }
  for (const json::Value& one : spec.at("partitions").as_array()) {
    Partition partition{.name = one.at("name").as_string(), .nodes = "", .parameters = ""};
    for (const json::Value& nodes : one.at("nodes").as_array()) {
      partition.nodes += (partition.nodes.empty() ? "" : ",") + nodes.as_string();
    }
    partition.nodes = partition.nodes.empty() ? "ALL" : partition.nodes;
    for (const auto& [name, value] : one.at("parameters").as_object()) {
      partition.parameters += " " + name + "=" + value.as_string();
    }
    cluster.partitions.push_back(std::move(partition));
  }
  if (cluster.partitions.empty()) {
    cluster.partitions.push_back({.name = "all", .nodes = "ALL", .parameters = " Default=YES"});
  }
}

std::map<std::string, std::string> read_texts(const json::Value& texts) {
  std::map<std::string, std::string> all;
  for (const auto& [name, text] : texts.as_object()) {
    all.emplace(name, text.as_string());
  }
  return all;
}

// Two on one port of a machine never get along; the second could not even say so.
Result<void> check_ports(const Cluster& cluster) {
  std::map<std::int64_t, std::string> taken;
  for (const auto& [field, port] : machine_ports(cluster)) {
    if (const auto [other, is_new] = taken.emplace(port, field); !is_new) {
      return fail(Code::kInvalid, field + ": " + std::to_string(port) + " is " + other->second +
                                      " already; choose another port");
    }
  }
  return {};
}

Result<void> check(const Cluster& cluster) {
  if (cluster.image.empty()) {
    return fail(Code::kInvalid,
                "spec.image: expected the image that has Slurm, or spec.hostBinaries: true to use "
                "the machine's own programs");
  }
  if (cluster.controllers > 1 && cluster.host_network) {
    return fail(Code::kInvalid,
                "spec.controllers.replicas: two controllers cannot share one machine's port; set "
                "spec.network.host: false, or replicas: 1");
  }
  TRY(check_ports(cluster));
  return check_texts(cluster);
}

}  // namespace

Result<Cluster> read_cluster(const json::Value& object) {
  const json::Value& spec = object.at("spec");
  Cluster cluster{.ns = api::ns(object), .name = api::name(object), .uid = api::uid(object)};
  const auto version = slurmconf::parse_release(spec.at("version").as_string());
  if (!version) {
    return fail(Code::kInvalid, "spec.version: " + version.error().message);
  }
  cluster.version = *version;
  cluster.host_binaries = spec.at("hostBinaries").as_bool();
  cluster.image = text_or(spec.at("image"), cluster.host_binaries ? kHostImage : "");
  cluster.database_image = text_or(spec.at("accounting", "image"),
                                   cluster.host_binaries ? cluster.image.c_str() : kDatabaseImage);
  cluster.host_network = spec.at("network", "host").as_bool(cluster.host_binaries);
  cluster.address = text_or(spec.at("network", "address"), "127.0.0.1");
  cluster.user = text_or(spec.at("user"), cluster.host_binaries ? "root" : "slurm");
  cluster.ports = read_ports(spec.at("ports"));
  cluster.controllers = spec.at("controllers", "replicas").as_int(1);
  cluster.controller_storage = read_storage(spec.at("controllers", "storage"));
  read_database(spec.at("accounting"), cluster);
  cluster.rest = spec.at("rest").is_object();
  cluster.rest_replicas = spec.at("rest", "replicas").as_int(1);
  cluster.runtime_class = spec.at("runtimeClassName").as_string();
  cluster.when_deleted = text_or(spec.at("storageWhenDeleted"), "Retain");
  cluster.max_nodes = spec.at("maxNodes").as_int(cluster.max_nodes);
  read_nodes(spec, cluster);
  cluster.fragments = read_texts(spec.at("slurmConf"));
  cluster.files = read_texts(spec.at("files"));
  TRY(check(cluster));
  return cluster;
}

std::vector<std::pair<std::string, std::int64_t>> machine_ports(const Cluster& cluster) {
  std::vector<std::pair<std::string, std::int64_t>> all;
  if (!cluster.host_network) {
    return all;
  }
  all.emplace_back("spec.ports.controller", cluster.ports.controller);
  if (cluster.accounting) {
    all.emplace_back("spec.ports.accounting", cluster.ports.accounting);
  }
  if (cluster.managed_database()) {
    all.emplace_back("spec.ports.database", cluster.ports.database);
  }
  if (cluster.rest) {
    all.emplace_back("spec.ports.rest", cluster.ports.rest);
  }
  return all;
}

}  // namespace sluice::clusters
