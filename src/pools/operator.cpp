// SPDX-License-Identifier: Apache-2.0
#include "pools/operator.h"

#include <algorithm>
#include <utility>

#include "api/meta.h"
#include "base/log.h"
#include "machines/victims.h"
#include "pools/deployment.h"
#include "pools/member_now.h"

namespace sluice::pools {
namespace {

constexpr const char* kDeploymentIndex = "nodepool-deployment";

MemberNow unknown(std::string why) {
  return {.unknown = std::move(why), .notes = {}};
}

std::vector<std::string> deployments_of(const client::Object& pool) {
  std::vector<std::string> keys;
  for (const json::Value& member : pool.at("spec", "members").as_array()) {
    keys.push_back(api::to_string({api::ns(pool), member.at("machineDeployment").as_string()}));
  }
  return keys;
}

}  // namespace

Operator::Operator(const Parts& parts)
    : parts_(parts),
      pools_(parts.informers.of(*parts.kind)),
      nodes_(parts.informers.of(api::kinds::node())),
      pods_(parts.informers.of(api::kinds::pod())),
      foreign_kinds_(parts.client, parts.clock, {kDeployments}),
      foreign_(parts.client, parts.clock, foreign_kinds_.catalog()),
      events_(parts.client, parts.clock, "nodepool-operator"),
      reconciler_({parts.client, parts.clock, pools_, events_,
                   [this](const api::Key& key) {
                     const auto informer = foreign_.of(kDeployments);
                     return informer == nullptr ? nullptr : informer->get(key);
                   },
                   [this] {
                     const auto informer = foreign_.of(kDeployments);
                     return informer == nullptr ? nullptr
                                                : api::KindPtr(informer, &informer->kind());
                   },
                   [this](const client::Object& deployment, const Member& member, Claims& claims) {
                     return look(deployment, member, claims);
                   },
                   [this](const client::Object& deployment, const std::vector<std::string>& nodes) {
                     return mark(deployment, nodes);
                   },
                   [this](const std::vector<api::Key>& marked) { unmark(marked); },
                   [this](const api::Key& key) { return owner_of(key); }}),
      controller_({.name = "nodepools", .workers = 2}, reconciler_, parts.clock) {
  pools_.add_index(kDeploymentIndex, deployments_of);
  controller_.watch(pools_);
  foreign_.on_change([this](const api::Kind&, const runtime::Change& change) {
    const std::string key = api::to_string(api::key(change.object()));
    for (const client::ObjectPtr& pool : pools_.by_index(kDeploymentIndex, key)) {
      controller_.queue().add(api::key(*pool));
    }
  });
}

Operator::~Operator() {
  request_stop();
  await_stopped(parts_.clock.steady() + std::chrono::hours(1));
}

MemberNow Operator::look(const client::Object& deployment, const Member& member,
                         Claims& claims) const {
  return member.is_slurm() ? look_at_slurm(deployment, member, claims)
                           : look_at_kubernetes(deployment, member, claims);
}

MemberNow Operator::look_at_slurm(const client::Object& deployment, const Member& member,
                                  Claims& claims) const {
  const api::Key key{api::ns(deployment), member.node_class};
  const client::ObjectPtr node_class = parts_.fleet.node_class(key);
  if (node_class == nullptr) {
    return unknown("there is no SlurmNodeClass " + member.node_class);
  }
  const std::vector<machines::AgentAt> agents = parts_.fleet.controller_agents(*node_class);
  if (agents.empty()) {
    return unknown("no Machine is the controller of " + member.node_class);
  }
  struct Heard {
    std::vector<detach::NodeView> nodes;
    std::vector<detach::WaitingJob> queue;
  };
  const auto heard = first_answer(agents, [&](const machines::AgentAt& agent) -> Result<Heard> {
    TRY_ASSIGN(auto nodes, parts_.agents.nodes(agent));
    TRY_ASSIGN(auto queue, parts_.agents.queue(agent));
    return Heard{std::move(nodes), std::move(queue)};
  });
  if (!heard) {
    return unknown("the agent of its Slurm controller: " + heard.error().message);
  }
  std::map<std::string, detach::NodeView> nodes;
  for (const detach::NodeView& node : heard->nodes) {
    nodes.emplace(node.name, node);
  }
  std::vector<std::string> names;
  for (const client::ObjectPtr& machine : machines_of(deployment)) {
    names.push_back(node_of(*machine));
  }
  return slurm_member(of_class(member, *node_class), replicas_of(deployment), names, nodes,
                      heard->queue, claims[agents.front().address]);
}

MemberNow Operator::look_at_kubernetes(const client::Object& deployment, const Member& member,
                                       Claims& claims) const {
  std::vector<std::string> names;
  std::map<std::string, client::ObjectPtr> nodes;
  for (const client::ObjectPtr& machine : machines_of(deployment)) {
    const std::string name = node_of(*machine);
    if (const client::ObjectPtr node = nodes_.get({"", name})) {
      names.push_back(name);
      nodes.emplace(name, node);
    }
  }
  return kubernetes_member(member, replicas_of(deployment), names, nodes, pods_.list(), claims[""]);
}

Result<std::vector<api::Key>> Operator::mark(const client::Object& deployment,
                                             const std::vector<std::string>& nodes) const {
  const api::KindPtr kind = parts_.fleet.machine_kind();
  std::vector<api::Key> marked;
  for (const client::ObjectPtr& machine : machines_of(deployment)) {
    const bool wanted = std::find(nodes.begin(), nodes.end(), node_of(*machine)) != nodes.end();
    const std::string& now = api::annotation(*machine, machines::kDeleteFirst);
    if (kind == nullptr || wanted == (now == machines::kOurMark) ||
        (!now.empty() && now != machines::kOurMark)) {
      continue;
    }
    const json::Value mark = wanted ? json::Value(machines::kOurMark) : json::Value();
    const json::Value body = json::Object{
        {"metadata", json::Object{{"resourceVersion", api::resource_version(*machine)},
                                  {"annotations", json::Object{{machines::kDeleteFirst, mark}}}}}};
    const auto done = parts_.client.patch(*kind, api::key(*machine), {.body = body});
    if (!done) {
      unmark(marked);
      return tl::unexpected(done.error());
    }
    if (wanted) {
      marked.push_back(api::key(*machine));
    }
  }
  return marked;
}

// What informers know of them is older than the mark. One that is not there any more has none.
void Operator::unmark(const std::vector<api::Key>& marked) const {
  const std::string place = "/metadata/annotations/cluster.x-k8s.io~1delete-machine";
  const json::Value body =
      json::Array{json::Object{{"op", "test"}, {"path", place}, {"value", machines::kOurMark}},
                  json::Object{{"op", "remove"}, {"path", place}}};
  const api::KindPtr kind = parts_.fleet.machine_kind();
  for (const api::Key& machine : marked) {
    const auto done =
        kind == nullptr
            ? Result<client::ObjectPtr>()
            : parts_.client.patch(*kind, machine, {.type = client::PatchType::kJson, .body = body});
    if (!done) {
      log::warning("a Machine keeps the mark that it goes first, although nothing was scaled",
                   {{"machine", api::to_string(machine)}, {"error", done.error().message}});
    }
  }
}

// The oldest: it was there when the others came.
api::Key Operator::owner_of(const api::Key& deployment) const {
  client::ObjectPtr oldest;
  const auto age = [](const client::Object& pool) {
    return std::pair(pool.at("metadata", "creationTimestamp").as_string(), api::name(pool));
  };
  for (const client::ObjectPtr& pool :
       pools_.by_index(kDeploymentIndex, api::to_string(deployment))) {
    if (oldest == nullptr || age(*pool) < age(*oldest)) {
      oldest = pool;
    }
  }
  return oldest == nullptr ? api::Key{} : api::key(*oldest);
}

std::string Operator::node_of(const client::Object& machine) const {
  const auto slurm = parts_.fleet.slurm(machine);
  return slurm ? slurm->node : machine.at("status", "nodeRef", "name").as_string();
}

std::vector<client::ObjectPtr> Operator::machines_of(const client::Object& deployment) const {
  std::vector<client::ObjectPtr> machines;
  for (const client::ObjectPtr& machine : parts_.fleet.machines()) {
    if (api::ns(*machine) == api::ns(deployment) && !api::is_being_deleted(*machine) &&
        api::label(*machine, kDeploymentLabel) == api::name(deployment)) {
      machines.push_back(machine);
    }
  }
  return machines;
}

Result<void> Operator::start() {
  TRY(events_.start());
  TRY(foreign_kinds_.start());
  TRY(foreign_.start());
  return controller_.start();
}

void Operator::request_stop() {
  controller_.request_stop();
  foreign_.request_stop();
  foreign_kinds_.request_stop();
  events_.request_stop();
}

bool Operator::await_stopped(SteadyTime deadline) {
  return controller_.await_stopped(deadline) && foreign_.await_stopped(deadline) &&
         foreign_kinds_.await_stopped(deadline) && events_.await_stopped(deadline);
}

}  // namespace sluice::pools
