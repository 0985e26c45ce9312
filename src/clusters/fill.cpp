// SPDX-License-Identifier: Apache-2.0
#include "clusters/fill.h"

namespace sluice::clusters {

namespace {

// What a program does before it can prove who it is. With auth/slurm the daemons want a directory
// of their own name.
std::string authentic(const Cluster& cluster) {
  return cluster.auth == "slurm"
             ? "install -d -o " + cluster.user +
                   " -m 0755 /run/slurmctld /run/slurmdbd; install -o " + cluster.user +
                   " -m 0600 /keys/slurm.key /run/slurm/slurm.key; export "
                   "SLURM_SACK_KEY=/run/slurm/slurm.key"
             : "until munge -n >/dev/null 2>&1; do sleep 0.1; done";
}

}  // namespace

Values values_of(const Cluster& cluster) {
  const auto host = [&](std::string_view component) {
    return cluster.host_network ? cluster.address
                                : cluster.component(component) + "." + cluster.ns + ".svc";
  };
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  Values values{{"ns", cluster.ns},
                {"name", cluster.name},
                {"image", cluster.image},
                {"databaseImage", cluster.database_image},
                {"user", cluster.user},
                {"auth", cluster.auth},
                {"authentic", authentic(cluster)},
                {"controllers", number(cluster.controllers)},
                {"restReplicas", number(cluster.rest_replicas)},
                {"whenDeleted", cluster.when_deleted},
                {"maxNodes", number(cluster.max_nodes)},
                {"controllerPort", number(cluster.ports.controller)},
                {"nodesPort", number(cluster.ports.nodes)},
                {"accountingPort", number(cluster.ports.accounting)},
                {"restPort", number(cluster.ports.rest)},
                {"databasePort", number(cluster.ports.database)},
                {"bindAddress", cluster.host_network ? cluster.address : "0.0.0.0"},
                {"accountingHost", host("accounting")},
                {"databaseHost", host("database")},
                {"databaseUser", "slurm"},
                {"databaseName", "slurm_acct_db"},
                {"databaseSystemUser", cluster.host_binaries ? cluster.user : "mysql"}};
  if (cluster.external) {
    values["databaseHost"] = cluster.external->host;
    values["databaseUser"] = cluster.external->user;
    values["databaseName"] = cluster.external->name;
  }
  return values;
}

std::string fill(std::string_view text, const Values& values) {
  std::string filled;
  while (true) {
    const std::size_t at = text.find("${");
    const std::size_t end = at == std::string_view::npos ? at : text.find('}', at);
    if (end == std::string_view::npos) {
      return filled + std::string(text);
    }
    const auto found = values.find(text.substr(at + 2, end - at - 2));
    filled += text.substr(0, at);
    filled += found == values.end() ? std::string(text.substr(at, end + 1 - at)) : found->second;
    text.remove_prefix(end + 1);
  }
}

}  // namespace sluice::clusters
