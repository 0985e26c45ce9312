// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster.h"

#include <algorithm>
#include <set>

#include "api/meta.h"
#include "clusters/configuration.h"
#include "clusters/node_services.h"
#include "json/strings.h"

namespace sluice::clusters {
namespace {

// Brought by `sluice up`: nothing is in it, the machine's own programs are mounted.
constexpr const char* kHostImage = "sluice.dev/host:v1";
constexpr const char* kDatabaseImage = "docker.io/library/mariadb:10.11";

// The first with auth/slurm and cred/slurm.
constexpr slurmconf::Release kAuthSlurm{23, 11};

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

std::map<std::string, std::string> read_texts(const json::Value& texts) {
  std::map<std::string, std::string> all;
  for (const auto& [name, text] : texts.as_object()) {
    all.emplace(name, text.as_string());
  }
  return all;
}

void read_database(const json::Value& spec, Cluster& cluster) {
  cluster.accounting = spec.is_object();
  cluster.database_storage = read_storage(spec.at("storage"));
  cluster.slurmdbd_fragments = read_texts(spec.at("slurmdbdConf"));
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

Pool read_pool(const json::Value& spec) {
  Pool pool{spec.at("name").as_string(), ""};
  std::string features;
  for (const json::Value& feature : spec.at("features").as_array()) {
    features += (features.empty() ? "" : ",") + feature.as_string();
  }
  pool.node_conf = "Feature=" + (features.empty() ? pool.name : features);
  for (const auto& [name, value] : spec.at("parameters").as_object()) {
    pool.node_conf += " " + name + "=" + value.as_string();
  }
  return pool;
}

void read_compute(const json::Value& spec, Cluster& cluster) {
  if (!spec.is_object()) {
    return;
  }
  Compute compute{.controllers = json::to_strings(spec.at("controllerAddresses")),
                  .pools = {},
                  .slurmd = spec.at("slurmd"),
                  .services = spec.at("services"),
                  .ready_nodes = spec.at("readyNodes").as_int(0),
                  .machine_class = spec.at("machineClass")};
  for (const json::Value& pool : spec.at("pools").as_array()) {
    compute.pools.push_back(read_pool(pool));
  }
  if (const std::string& one = spec.at("controllerAddress").as_string(); !one.empty()) {
    compute.controllers = {one};
  }
  if (compute.controllers.empty()) {
    compute.controllers = controller_hosts(cluster);
  }
  cluster.compute = std::move(compute);
}

// Two on one port of a machine never get along; the second could not even say so.
Result<void> check_ports(const Cluster& cluster) {
  const std::vector<MachinePort> all = machine_ports(cluster);
  for (auto one = all.begin(); one != all.end(); ++one) {
    const auto other =
        std::find_if(all.begin(), one, [&](const MachinePort& p) { return p.collides_with(*one); });
    if (other != one) {
      return fail(Code::kInvalid, one->field + ": " + std::to_string(one->port) + " is " +
                                      other->field + " already; choose another port");
    }
  }
  return {};
}

// Controllers on one network need an address each; elsewhere names tell their pods apart.
Result<void> check_addresses(const Cluster& cluster) {
  const std::vector<std::string>& addresses = cluster.controller_addresses;
  const std::string field = "spec.controllers.addresses: ";
  if (!cluster.host_network) {
    return addresses.empty() ? Result<void>()
                             : fail(Code::kInvalid, field +
                                                        "only for spec.network.host: true; "
                                                        "pods are found by their names");
  }
  if (cluster.controllers > 1 && addresses.empty()) {
    return fail(Code::kInvalid,
                "spec.controllers.replicas: two controllers cannot share one machine's port; give "
                "each an address of the machine in spec.controllers.addresses, set "
                "spec.network.host: false, or replicas: 1");
  }
  const std::set<std::string> different(addresses.begin(), addresses.end());
  const auto count = static_cast<std::int64_t>(different.size());
  if (!addresses.empty() &&
      (count != cluster.controllers || different.size() != addresses.size())) {
    return fail(Code::kInvalid, field + "expected an address of its own for each of the " +
                                    std::to_string(cluster.controllers) + " controllers");
  }
  return {};
}

Result<void> check(const Cluster& cluster) {
  if (cluster.image.empty()) {
    return fail(Code::kInvalid,
                "spec.image: expected the image that has Slurm, or spec.hostBinaries: true to use "
                "the machine's own programs");
  }
  if (cluster.auth == "slurm" && cluster.version < kAuthSlurm) {
    return fail(Code::kInvalid, "spec.auth: Slurm knows auth/slurm from " +
                                    slurmconf::to_string(kAuthSlurm) + " on, and this is " +
                                    slurmconf::to_string(cluster.version) + ": use munge");
  }
  if (!cluster.identity.files.empty() && !cluster.identity.sssd.empty()) {
    return fail(Code::kInvalid, "spec.identity: expected files or sssd, not both");
  }
  TRY(check_addresses(cluster));
  TRY(check_ports(cluster));
  TRY(check_compute(cluster));
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
  cluster.auth = text_or(spec.at("auth"), "munge");
  cluster.identity = {.files = spec.at("identity", "files", "configMap").as_string(),
                      .sssd = spec.at("identity", "sssd", "secret").as_string(),
                      .nss_slurm = spec.at("identity", "nssSlurm").as_bool()};
  cluster.ports = read_ports(spec.at("ports"));
  cluster.controllers = spec.at("controllers", "replicas").as_int(1);
  cluster.controller_addresses = json::to_strings(spec.at("controllers", "addresses"));
  cluster.controller_storage = read_storage(spec.at("controllers", "storage"));
  read_database(spec.at("accounting"), cluster);
  cluster.rest = spec.at("rest").is_object();
  cluster.rest_replicas = spec.at("rest", "replicas").as_int(1);
  cluster.runtime_class = spec.at("runtimeClassName").as_string();
  cluster.when_deleted = text_or(spec.at("storageWhenDeleted"), "Retain");
  cluster.max_nodes = spec.at("maxNodes").as_int(cluster.max_nodes);
  read_compute(spec.at("compute"), cluster);
  if (const std::int64_t seconds = spec.at("staleNodesAfterSeconds").as_int(); seconds > 0) {
    cluster.stale_nodes_after = seconds;
  }
  read_nodes(spec, cluster);
  cluster.fragments = read_texts(spec.at("slurmConf"));
  cluster.files = read_texts(spec.at("files"));
  cluster.waits_for_jobs = spec.at("rollout", "whenBusy").as_string() == "Wait";
  cluster.batch = spec.at("rollout", "batch").as_int(cluster.batch);
  TRY(check(cluster));
  return cluster;
}

std::vector<std::string> controller_hosts(const Cluster& cluster) {
  if (!cluster.controller_addresses.empty()) {
    return cluster.controller_addresses;
  }
  if (cluster.host_network) {
    return {cluster.address};
  }
  std::vector<std::string> hosts;
  const std::string service = cluster.component("controller");
  for (std::int64_t i = 0; i < cluster.controllers; ++i) {
    hosts.push_back(service + "-" + std::to_string(i) + "." + service + "." + cluster.ns + ".svc");
  }
  return hosts;
}

std::vector<MachinePort> machine_ports(const Cluster& cluster) {
  std::vector<MachinePort> all;
  if (!cluster.host_network) {
    return all;
  }
  const auto add = [&](const char* field, const std::string& address, std::int64_t port) {
    all.push_back({field, address, port});
  };
  for (const std::string& address : cluster.controller_addresses) {
    add("spec.ports.controller", address, cluster.ports.controller);
  }
  if (cluster.controller_addresses.empty()) {
    add("spec.ports.controller", "", cluster.ports.controller);
  }
  if (cluster.accounting) {
    add("spec.ports.accounting", "", cluster.ports.accounting);
  }
  if (cluster.managed_database()) {
    add("spec.ports.database", cluster.address, cluster.ports.database);
  }
  if (cluster.rest) {
    add("spec.ports.rest", cluster.address, cluster.ports.rest);
  }
  return all;
}

}  // namespace sluice::clusters
