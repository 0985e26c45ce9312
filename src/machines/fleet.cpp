// SPDX-License-Identifier: Apache-2.0
#include "machines/fleet.h"

#include <algorithm>

#include "machines/cluster_api.h"

namespace sluice::machines {

bool Fleet::is_complete() const {
  for (const char* definition : {kMachines, kClusters}) {
    const auto informer = parts_.foreign.of(definition);
    if (informer == nullptr || !informer->synced()) {
      return false;
    }
  }
  return true;
}

api::KindPtr Fleet::machine_kind() const {
  const auto informer = parts_.foreign.of(kMachines);
  return informer == nullptr ? nullptr : api::KindPtr(informer, &informer->kind());
}

client::ObjectPtr Fleet::machine(const api::Key& key) const {
  const auto informer = parts_.foreign.of(kMachines);
  return informer == nullptr ? nullptr : informer->get(key);
}

client::ObjectPtr Fleet::cluster_of(const client::Object& machine) const {
  const auto informer = parts_.foreign.of(kClusters);
  return informer == nullptr ? nullptr : informer->get(machines::cluster_of(machine));
}

client::ObjectPtr Fleet::config_of(const client::Object& machine) const {
  const auto key = machines::config_of(machine);
  return key ? parts_.configs.get(*key) : nullptr;
}

client::ObjectPtr Fleet::node_of(const client::Object& machine, const SlurmMachine& slurm) const {
  const std::string& known = machine.at("status", "nodeRef", "name").as_string();
  const client::ObjectPtr node = parts_.nodes.get({"", known.empty() ? slurm.node : known});
  return node != nullptr && is_node_of(*node, machine) ? node : nullptr;
}

bool Fleet::has_node(const client::Object& machine, const SlurmMachine& slurm) const {
  return machine.at("status", "nodeRef", "name").is_string() || node_of(machine, slurm) != nullptr;
}

std::optional<SlurmMachine> Fleet::slurm(const client::Object& machine) const {
  const client::ObjectPtr config = config_of(machine);
  return slurm_machine(machine, config == nullptr ? json::Value::null() : *config);
}

std::vector<client::ObjectPtr> Fleet::machines() const {
  const auto informer = parts_.foreign.of(kMachines);
  return informer == nullptr ? std::vector<client::ObjectPtr>() : informer->list();
}

std::vector<Fleet::Member> Fleet::of_class(const api::Key& node_class) const {
  std::vector<Member> members;
  for (const client::ObjectPtr& machine : machines()) {
    if (auto found = slurm(*machine); found && found->node_class == node_class) {
      members.push_back({machine, *std::move(found), this->node_class(node_class)});
    }
  }
  return members;
}

bool Fleet::is_named_by_config(const api::Key& node_class) const {
  const auto configs = parts_.configs.list();
  return std::any_of(configs.begin(), configs.end(), [&](const client::ObjectPtr& config) {
    return named_class(*config) == node_class;
  });
}

std::vector<client::ObjectPtr> Fleet::with_hostname(const std::string& ns,
                                                    const std::string& hostname) const {
  std::vector<client::ObjectPtr> found;
  for (const client::ObjectPtr& config : parts_.configs.list()) {
    const auto owner = config->at("spec", "hostname").as_string() == hostname &&
                               api::ns(*config) == ns
                           ? owning_machine(*config)
                           : std::nullopt;
    if (client::ObjectPtr owning = owner ? machine(*owner) : nullptr; owning != nullptr) {
      found.push_back(std::move(owning));
    }
  }
  return found;
}

std::vector<Fleet::Member> Fleet::of_cluster(const client::Object& node_class) const {
  std::vector<Member> members;
  for (const client::ObjectPtr& machine : machines()) {
    auto found = slurm(*machine);
    const client::ObjectPtr its_class = found ? this->node_class(found->node_class) : nullptr;
    if (its_class != nullptr && is_same_cluster(*its_class, node_class)) {
      members.push_back({machine, *std::move(found), its_class});
    }
  }
  return members;
}

// The agent writes what it has to the Node, others to the Machine; either may be late, or gone.
std::optional<AgentAt> Fleet::agent_of(const client::Object& machine,
                                       const SlurmMachine& slurm) const {
  const client::ObjectPtr its_class = node_class(slurm.node_class);
  const client::ObjectPtr node = node_of(machine, slurm);
  std::string address = node == nullptr ? "" : address_of(*node);
  if (address.empty()) {
    address = address_of(machine);
  }
  if (address.empty()) {
    return std::nullopt;
  }
  return AgentAt{address, agent_port(its_class == nullptr ? json::Value::null() : *its_class),
                 api::key(machine), slurm.node_class};
}

std::vector<AgentAt> Fleet::controller_agents(const client::Object& node_class) const {
  struct Candidate {
    int rank;
    AgentAt agent;
  };
  std::vector<Candidate> candidates;
  for (const Member& member : of_cluster(node_class)) {
    if (member.slurm.role != Role::kSlurmController) {
      continue;
    }
    // Of several, each is where it is; a single one may not have a Node.
    const bool is_alone = member.node_class->at("spec", "controller", "hosts").as_array().empty();
    auto agent = agent_of(*member.machine, member.slurm);
    if (is_alone) {
      agent = AgentAt{member.node_class->at("spec", "controller", "address").as_string(),
                      agent_port(*member.node_class), api::key(*member.machine),
                      member.slurm.node_class};
    }
    if (agent) {
      const client::ObjectPtr node = node_of(*member.machine, member.slurm);
      const bool is_ready = node != nullptr && api::has_condition(*node, "Ready");
      const int rank = (api::is_being_deleted(*member.machine) ? 2 : 0) + (is_ready ? 0 : 1);
      candidates.push_back({rank, *std::move(agent)});
    }
  }
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return a.rank < b.rank; });
  std::vector<AgentAt> agents;
  for (Candidate& candidate : candidates) {
    agents.push_back(std::move(candidate.agent));
  }
  if (auto in_pods = slurm_cluster_of(node_class)) {
    agents.push_back(*std::move(in_pods));
  }
  return agents;
}

// Whichever class of the cluster says so.
std::optional<AgentAt> Fleet::slurm_cluster_of(const client::Object& node_class) const {
  for (const client::ObjectPtr& other : parts_.classes.list()) {
    const std::string& name = api::label(*other, kSlurmCluster);
    if (!name.empty() && is_same_cluster(*other, node_class)) {
      const std::string title = "slurmcluster/" + name;
      return AgentAt{.address = api::ns(node_class) + "/" + title,
                     .machine = {api::ns(node_class), title},
                     .node_class = api::key(*other),
                     .slurm_cluster = {api::ns(node_class), name}};
    }
  }
  return std::nullopt;
}

}  // namespace sluice::machines
