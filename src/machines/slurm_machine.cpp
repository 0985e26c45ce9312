// SPDX-License-Identifier: Apache-2.0
#include "machines/slurm_machine.h"

#include "detach/protocol.h"
#include "machines/cluster_api.h"
#include "machines/machine_conditions.h"
#include "machines/templates.h"

namespace sluice::machines {
namespace {

const std::string& node_ref(const json::Value& machine) {
  return machine.at("status", "nodeRef", "name").as_string();
}

// What the Machine says of itself, as it was noted with its hooks.
std::optional<SlurmMachine> noted(const json::Value& machine) {
  const std::string& node_class = api::annotation(machine, kNodeClass);
  if (node_class.empty()) {
    return std::nullopt;
  }
  return SlurmMachine{.role = api::annotation(machine, kRole) == to_string(Role::kSlurmController)
                                  ? Role::kSlurmController
                                  : Role::kSlurmWorker,
                      .node_class = {api::ns(machine), node_class}};
}

std::optional<SlurmMachine> said_by(const json::Value& config, const json::Value& machine) {
  const auto role = read_role(config);
  if (!role || !is_of_slurm(*role)) {
    return std::nullopt;
  }
  return SlurmMachine{.role = *role, .node_class = {api::ns(machine), named_class(config).name}};
}

std::optional<SlurmMachine> said_by_label(const json::Value& machine) {
  const std::string& node_class = api::label(machine, kNodeClass);
  return node_class.empty()
             ? std::nullopt
             : std::optional(SlurmMachine{.node_class = {api::ns(machine), node_class}});
}

// Role and class. What the machine started as counts, whatever is written in its config, or on its
// label, by now: that is for the next one, and this one has jobs in the cluster that it joined.
std::optional<SlurmMachine> membership(const json::Value& machine, const json::Value& config) {
  auto before = noted(machine);
  if (before && can_have_started(machine)) {
    return before;
  }
  if (!config_of(machine)) {
    return said_by_label(machine);
  }
  if (auto said = said_by(config, machine)) {
    return said;
  }
  auto labelled = said_by_label(machine);
  return labelled || !config.is_null() ? labelled : before;
}

// Of one that we start. It keeps its name, whatever becomes of its config.
std::string name_by_config(const json::Value& machine, const json::Value& config) {
  if (const std::string& known = node_ref(machine); !known.empty()) {
    return known;
  }
  const std::string& noted = api::annotation(machine, kSlurmNode);
  if (!noted.empty() && can_have_started(machine)) {
    return noted;
  }
  if (std::string given = power_saved_node(machine); !given.empty()) {
    return given;
  }
  if (config.is_null()) {
    return "";
  }
  const std::string& said = config.at("spec", "hostname").as_string();
  return said.empty() ? api::name(machine) : is_template(said) ? "" : said;
}

// Whether Slurm was seen to have a node of the name that is noted.
bool was_seen(const json::Value& machine) {
  const json::Value* shown = machine_condition(machine, kRegistered);
  const std::string reason = shown == nullptr ? "" : shown->at("reason").as_string();
  return reason == "Registered" || reason == "RegisteredAgain" || reason == "Lost";
}

// Of one that others start: its Node is a kubelet's, whose name need not be Slurm's.
void guess_name(const json::Value& machine, SlurmMachine& slurm) {
  slurm.node = power_saved_node(machine);
  if (!slurm.node.empty()) {
    return;
  }
  slurm.node = api::annotation(machine, kSlurmNode);
  if (!slurm.node.empty() && can_have_started(machine) && was_seen(machine)) {
    return;
  }
  const std::string& node = node_ref(machine);
  slurm.node = node.empty() ? api::name(machine) : node.substr(0, node.find('.'));
  slurm.is_guess = true;
}

}  // namespace

std::optional<SlurmMachine> slurm_machine(const json::Value& machine, const json::Value& config) {
  auto found = membership(machine, config);
  if (!found) {
    return std::nullopt;
  }
  // Where both are there, the label counts if the config is about something else.
  if (config_of(machine) && (api::label(machine, kNodeClass).empty() || said_by(config, machine))) {
    found->node = name_by_config(machine, config);
  } else {
    guess_name(machine, *found);
  }
  return found;
}

api::Key named_class(const json::Value& config) {
  return {api::ns(config), config.at("spec", "nodeClassRef", "name").as_string()};
}

bool can_have_started(const json::Value& machine) {
  return !used_secret(machine).empty();
}

bool is_node_of(const json::Value& node, const json::Value& machine) {
  if (const std::string& known = node_ref(machine); !known.empty()) {
    return api::name(node) == known;
  }
  const std::string& id = machine.at("spec", "providerID").as_string();
  return !id.empty() && node.at("spec", "providerID").as_string() == id;
}

std::string address_of(const json::Value& object) {
  for (const char* type : {"InternalIP", "ExternalIP", "InternalDNS", "Hostname"}) {
    for (const json::Value& address : object.at("status", "addresses").as_array()) {
      if (address.at("type").as_string() == type) {
        return address.at("address").as_string();
      }
    }
  }
  return "";
}

bool is_same_cluster(const json::Value& node_class, const json::Value& other) {
  return api::ns(node_class) == api::ns(other) &&
         node_class.at("spec", "clusterName") == other.at("spec", "clusterName") &&
         node_class.at("spec", "controller", "address") ==
             other.at("spec", "controller", "address");
}

std::uint16_t agent_port(const json::Value& node_class) {
  return static_cast<std::uint16_t>(
      node_class.at("spec", "agent", "port").as_int(detach::kDefaultPort));
}

}  // namespace sluice::machines
