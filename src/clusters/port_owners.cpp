// SPDX-License-Identifier: Apache-2.0
#include "clusters/port_owners.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "api/meta.h"
#include "clusters/history.h"
#include "clusters/own_objects.h"
#include "clusters/progress.h"

namespace sluice::clusters {
namespace {

using PortList = std::vector<MachinePort>;

// Programs of both specs may be there.
bool is_in_between(slurmconf::Phase phase) {
  using slurmconf::Phase;
  return phase == Phase::kApply || phase == Phase::kVerify || phase == Phase::kRollBack ||
         phase == Phase::kBroken;
}

// The revisions that the cluster runs with. Before it has worked once that is the last one, which
// is noted when its objects are written.
Result<std::set<std::string>> names_in_effect(client::Client& client,
                                              const client::Object& object) {
  std::set<std::string> names;
  const std::string& applied = object.at("status", "applied").as_string();
  if (applied.empty()) {
    TRY_ASSIGN(const std::vector<Revision> all, revisions(client, api::key(object)));
    if (!all.empty() && is_controlled_by(*all.back().object, api::uid(object))) {
      names.insert(api::name(*all.back().object));
    }
    return names;
  }
  names.insert(applied);
  const auto progress = read_progress(object.at("status"));
  if (progress && is_in_between(progress->rollout.phase)) {
    names.insert({progress->from, progress->to});
  }
  return names;
}

Result<PortList> ports_in_effect(client::Client& client, const client::Object& object) {
  TRY_ASSIGN(const auto names, names_in_effect(client, object));
  PortList ports;
  for (const std::string& name : names) {
    json::Value spec = object.at("spec");
    if (name != revision_name(object)) {
      TRY_ASSIGN(const client::ObjectPtr revision,
                 find(client, api::kinds::controller_revision(), {api::ns(object), name}));
      if (revision == nullptr) {
        continue;  // nobody knows any more
      }
      spec = revision->at("data", "spec");
    }
    const auto cluster = read_cluster(
        json::Object{{"metadata", object.at("metadata")}, {"spec", std::move(spec)}});
    for (const MachinePort& port : cluster ? machine_ports(*cluster) : PortList()) {
      ports.push_back(port);
    }
  }
  return ports;
}

// Beside those in effect.
PortList ports_wanted(const client::Object& object) {
  if (object.at("status", "applied").as_string() == revision_name(object)) {
    return {};
  }
  const auto cluster = read_cluster(object);
  return cluster ? machine_ports(*cluster) : PortList();
}

bool collides(const MachinePort& one, const PortList& others) {
  return std::any_of(others.begin(), others.end(),
                     [&](const MachinePort& other) { return one.collides_with(other); });
}

// Also as one of all addresses.
bool has(const PortList& ports, const MachinePort& wanted) {
  return std::any_of(ports.begin(), ports.end(), [&](const MachinePort& port) {
    return port.port == wanted.port && (port.address.empty() || port.address == wanted.address);
  });
}

bool is_older(const client::Object& one, const client::Object& other) {
  const auto age = [](const client::Object& object) {
    return std::pair(object.at("metadata", "creationTimestamp").as_string(), api::uid(object));
  };
  return age(one) < age(other);
}

}  // namespace

Result<void> check_port_owners(client::Client& client, const client::Object& object,
                               const Cluster& cluster, const std::vector<client::ObjectPtr>& all) {
  const PortList wanted = machine_ports(cluster);
  if (wanted.empty()) {
    return {};
  }
  TRY_ASSIGN(const PortList own, ports_in_effect(client, object));
  for (const client::ObjectPtr& other : all) {
    if (api::uid(*other) == api::uid(object)) {
      continue;
    }
    const bool older = is_older(*other, object);
    TRY_ASSIGN(const PortList taken, ports_in_effect(client, *other));
    const PortList claimed = older ? ports_wanted(*other) : PortList();
    for (const MachinePort& one : wanted) {
      const bool ours = has(own, one);
      if ((collides(one, taken) && (!ours || older)) || (collides(one, claimed) && !ours)) {
        return fail(Code::kAlreadyExists, one.field + ": " + std::to_string(one.port) +
                                              " is taken by the SlurmCluster " +
                                              api::to_string(api::key(*other)) +
                                              "; choose another port");
      }
    }
  }
  return {};
}

}  // namespace sluice::clusters
