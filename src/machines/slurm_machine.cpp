// SPDX-License-Identifier: Apache-2.0
#include "machines/slurm_machine.h"

#include "detach/protocol.h"
#include "machines/cluster_api.h"
#include "machines/names.h"

namespace sluice::machines {
namespace {

const std::string& node_ref(const json::Value& machine) {
  return machine.at("status", "nodeRef", "name").as_string();
}

// A machine that has started keeps its name, whatever becomes of its config.
std::string node_name(const json::Value& machine, const json::Value& config) {
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
  if (config.is_null() && config_of(machine)) {
    return "";
  }
  const std::string& said = config.at("spec", "hostname").as_string();
  return said.empty() ? api::name(machine) : is_template(said) ? "" : said;
}

}  // namespace

std::optional<SlurmMachine> slurm_machine(const json::Value& machine, const json::Value& config) {
  SlurmMachine found{.node_class = {api::ns(machine), api::label(machine, kNodeClass)},
                     .node = node_name(machine, config)};
  if (!found.node_class.name.empty()) {
    return found;
  }
  if (!config_of(machine)) {
    return std::nullopt;
  }
  if (config.is_null()) {
    found.node_class.name = api::annotation(machine, kNodeClass);
    found.role = api::annotation(machine, kRole) == to_string(Role::kSlurmController)
                     ? Role::kSlurmController
                     : Role::kSlurmWorker;
    return found.node_class.name.empty() ? std::nullopt : std::optional(found);
  }
  const auto role = read_role(config);
  if (!role || !is_of_slurm(*role)) {
    return std::nullopt;
  }
  found.role = *role;
  found.node_class.name = named_class(config).name;
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
