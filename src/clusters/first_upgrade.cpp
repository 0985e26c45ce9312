// SPDX-License-Identifier: Apache-2.0
#include "clusters/first_upgrade.h"

#include <algorithm>

#include "clusters/components.h"
#include "clusters/history.h"
#include "clusters/objects.h"
#include "clusters/stages.h"
#include "slurmconf/upgrade.h"

namespace sluice::clusters {
namespace {

constexpr Switched kSlurmdbdAlone{.files = true, .accounting = true};

// The oldest release whose state may be there; empty: none has run.
const std::string& oldest_of(const json::Value& status) {
  const std::string& before = status.at("versionBefore").as_string();
  return before.empty() ? status.at("version").as_string() : before;
}

bool is_ready(std::vector<ComponentNow>& components, std::string_view name) {
  const ComponentNow* found = find_component(components, name);
  return found != nullptr && found->ready;
}

// Nothing, too, when we would not take that spec any more.
Result<std::optional<Cluster>> last_of_version(client::Client& client, const client::Object& object,
                                               const Cluster& cluster, const std::string& version) {
  TRY_ASSIGN(const std::vector<Revision> all, revisions(client, {cluster.ns, cluster.name}));
  const auto last = std::find_if(all.rbegin(), all.rend(), [&](const Revision& one) {
    return one.spec().at("version").as_string() == version;
  });
  if (last == all.rend()) {
    return std::nullopt;
  }
  auto then =
      read_cluster(json::Object{{"metadata", object.at("metadata")}, {"spec", last->spec()}});
  return then ? std::optional(std::move(*then)) : std::nullopt;
}

}  // namespace

Result<void> check_first_upgrade(const client::Object& object, const Cluster& cluster) {
  const json::Value& status = object.at("status");
  for (const std::string& ran : {status.at("version").as_string(), oldest_of(status)}) {
    if (const auto from = slurmconf::parse_release(ran); from && *from != cluster.version) {
      if (const auto checked = slurmconf::check_upgrade(*from, cluster.version); !checked) {
        return fail(checked.error().code, "spec.version: " + checked.error().message);
      }
    }
  }
  return {};
}

Result<std::optional<std::vector<json::Value>>> objects_before_slurmdbd_runs(
    client::Client& client, const client::Object& object, const Cluster& cluster, const Keys& keys,
    const std::string& password) {
  const std::string& oldest = oldest_of(object.at("status"));
  const std::string wanted = slurmconf::to_string(cluster.version);
  if (oldest.empty() || oldest == wanted || !cluster.accounting) {
    return std::nullopt;
  }
  // What is ready before it is told of the new release is the old one.
  if (object.at("status", "version").as_string() == wanted) {
    TRY_ASSIGN(auto components, look_at_all(client, cluster));
    if (is_ready(components, "accounting")) {
      return std::nullopt;
    }
  }
  TRY_ASSIGN(const auto then, last_of_version(client, object, cluster, oldest));
  if (!then) {
    return std::nullopt;
  }
  return objects_at(kSlurmdbdAlone, cluster, desired_objects(*then, keys, password),
                    desired_objects(cluster, keys, password));
}

void note_versions(json::Value& status, const Cluster& cluster,
                   std::vector<ComponentNow>& components) {
  const std::string wanted = slurmconf::to_string(cluster.version);
  const std::string oldest = oldest_of(status);
  const bool accounting = is_ready(components, "accounting");
  const bool controller = is_ready(components, "controller");
  if (!oldest.empty() || accounting || controller) {
    status["version"] = wanted;  // it has run, or has begun to
  }
  status.erase("versionBefore");
  if (!oldest.empty() && oldest != wanted && !(controller && (accounting || !cluster.accounting))) {
    status["versionBefore"] = oldest;
  }
}

}  // namespace sluice::clusters
