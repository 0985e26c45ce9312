// SPDX-License-Identifier: Apache-2.0
#include "machines/values.h"

#include <algorithm>
#include <array>

#include "api/label_syntax.h"
#include "api/meta.h"
#include "base/ip_address.h"
#include "base/made_of.h"
#include "base/text.h"
#include "machines/class_refusal.h"
#include "machines/kubelet_values.h"
#include "machines/names.h"
#include "machines/slurm_conf.h"
#include "machines/templates.h"

namespace sluice::machines {
namespace {

// A field of the SlurmNodeClass. `made_of` names what it may hold beside letters and digits.
struct Setting {
  std::string_view value;
  std::string_view field;
  std::string_view made_of;
  std::string_view otherwise = "";
  bool slurm_needs_it = false;
};
constexpr std::array kSettings{
    Setting{"cluster", "clusterName", "_-", "", true},
    Setting{"controller", "controller.address", ".:-", "", true},
    Setting{"port", "controller.port", "", "6817"},
    Setting{"vip_interface", "controller.virtualIP.interface", "_.-"},
    Setting{"vip_prefix", "controller.virtualIP.prefix", ""},
    Setting{"vip_router", "controller.virtualIP.routerID", "", "51"},
    Setting{"vip_priority", "controller.virtualIP.priority", "", "100"},
    Setting{"shared", "sharedDirectory.path", "/_.-"},
    Setting{"shared_server", "sharedDirectory.server", ".:-"},
    Setting{"shared_clients", "sharedDirectory.clients", ".:/*-"},
    Setting{"mpi", "mpi", "", "mpich"},
    Setting{"agent_url", "agent.url", "._~:/?#@!$&()*+,;=%-"},
    Setting{"agent_sha256", "agent.sha256", ""},
    Setting{"agent_port", "agent.port", ""},
};

const json::Value& below(const json::Value& value, std::string_view path) {
  const json::Value* found = &value;
  for (const std::string_view name : split(path, '.')) {
    found = &found->at(name);
  }
  return *found;
}

Result<std::string> read(const json::Value& node_class, const Setting& setting) {
  const json::Value& said = below(node_class.at("spec"), setting.field);
  if (said.is_null()) {
    return std::string(setting.otherwise);
  }
  std::string text = said.is_int() ? std::to_string(said.as_int()) : said.as_string();
  if (!is_made_of(text, setting.made_of)) {
    return refused(setting.field, "\"" + text + "\": expected letters, digits and " +
                                      std::string(setting.made_of));
  }
  return text;
}

// Where machines find the one in control.
Result<std::string> controllers_at(const json::Value& node_class, const std::string& address,
                                   const std::string& port) {
  std::vector<std::string> all;
  for (const json::Value& host : node_class.at("spec", "controller", "hosts").as_array()) {
    const std::string& its = host.at("address").as_string();
    if (!is_made_of(its, ".:-")) {
      return refused("controller.hosts[" + std::to_string(all.size()) + "].address",
                     "\"" + its + "\": expected an address, or a name");
    }
    all.push_back(bracketed(its) + ":" + port);
  }
  return all.empty() ? bracketed(address) + ":" + port : join(all, ",");
}

std::string content(const PlanInput& input, const char* field) {
  const auto found = input.contents.find(field);
  return found == input.contents.end() ? "" : found->second;
}

Result<std::string> node_name(const PlanInput& input, Role role) {
  if (!input.power_saved.empty()) {
    const std::string fault = slurm_host_fault(input.power_saved);
    return fault.empty()
               ? Result<std::string>(input.power_saved)
               : fail(Code::kInvalid, "the label sluice.dev/slurm-node of the Machine, \"" +
                                          input.power_saved + "\": " + fault);
  }
  const json::Value& said = input.config.at("spec", "hostname");
  const std::string& name = said.is_string() ? said.as_string() : input.machine;
  std::string fault;
  if (is_of_slurm(role) && !is_template(name)) {
    fault = slurm_host_fault(name);
  } else if (const std::string around = outside_of_templates(name);
             is_of_slurm(role) && !around.empty() && !is_made_of(around, "-")) {
    fault =
        "Slurm cannot take it as a node: expected letters, digits and dashes around template "
        "variables";  // which also stand in commands
  }
  if (fault.empty()) {
    return name;
  }
  return fail(Code::kInvalid, said.is_string() ? "spec.hostname: \"" + name + "\": " + fault
                                               : "spec.hostname: the name of the Machine, \"" +
                                                     name + "\", would be the host's: " + fault);
}

// Where a single controller keeps its state, which it makes itself; empty: that is there already,
// or has a name that cannot stand in commands.
std::string own_state(const json::Value& node_class) {
  const std::string place = state_location(node_class);
  const bool is_alone = node_class.at("spec", "controller", "hosts").as_array().size() < 2;
  return is_alone && path_fault(place).empty() && is_made_of(place, "/_.-") ? place : "";
}

// To systemd, on the command line of a kubelet, percent and dollar signs mean more than themselves.
Result<void> check_node(const json::Value& node, bool on_command_line) {
  const auto good = [&](const std::string& text) {
    return std::none_of(text.begin(), text.end(), [&](char c) {
      return static_cast<unsigned char>(c) < 0x20 || c == 0x7f || c == '"' || c == '\\' ||
             (on_command_line && (c == '%' || c == '$'));
    });
  };
  const auto wrong = [&](const std::string& field) {
    return fail(Code::kInvalid,
                "spec.node." + field + ": expected no double quotes, backslashes" +
                    (on_command_line ? ", \"%\" and \"$\"" : " and control characters"));
  };
  if (!good(node.at("providerID").as_string())) {
    return wrong("providerID");
  }
  for (const json::Member& label : node.at("labels").as_object()) {
    if (!good(label.key) || !good(label.value.as_string())) {
      return wrong("labels");
    }
  }
  for (const json::Value& taint : node.at("taints").as_array()) {
    if (!good(taint.at("key").as_string()) || !good(taint.at("value").as_string())) {
      return wrong("taints");
    }
  }
  return {};
}

// What slurmctld has machines made and taken away with.
Result<void> add_power_saving(const PlanInput& input, Values& values) {
  const json::Value& said = input.node_class.at("spec", "powerSaving");
  values["power_kubeconfig"] = said.is_object() ? content(input, kPowerKubeconfig) : "";
  values["power_pattern"] = said.at("machineDeployment").as_string();
  values["namespace"] = api::ns(input.config);
  if (!said.is_object()) {
    return {};
  }
  if (const std::string fault = api::dns_label_fault(values["power_pattern"]); !fault.empty()) {
    return refused("powerSaving.machineDeployment", fault);
  }
  return values["power_kubeconfig"].empty() ? refused("powerSaving.kubeconfig", "Required value")
                                            : Result<void>();
}

Result<void> add_slurm(const PlanInput& input, Role role, Values& values) {
  if (values.at("munge_key").empty() == values.at("slurm_key").empty()) {
    return values.at("munge_key").empty()
               ? refused("mungeKey", "Required value")
               : refused("slurmKey", "expected it or mungeKey, not both");
  }
  if (!values.at("vip_interface").empty() && !is_ip_address(values.at("controller"))) {
    return refused("controller.address", "\"" + values.at("controller") +
                                             "\": expected an address, which virtualIP gives out");
  }
  if (role == Role::kSlurmController) {
    TRY(add_power_saving(input, values));
    TRY_ASSIGN(values["slurm_conf"], slurm_conf(input.node_class, values.at("node")));
    return {};
  }
  TRY_ASSIGN(const std::string node,
             node_conf(input.node_class, input.config.at("spec", "features")));
  // One of the power saving stands in slurm.conf; it tells that its machine is a new one.
  values["slurmd_as"] = "--conf-server " + values.at("controller_at");
  values["slurmd_as"] = input.power_saved.empty()
                            ? "-Z " + values.at("slurmd_as") + " --conf \"" + node + "\""
                            : "-b " + values.at("slurmd_as");
  return {};
}

// Which kubelet a machine of Slurm may change to.
Result<void> add_other_stack(const PlanInput& input, Role role, Values& values) {
  const std::string& said = input.config.at("spec", "kubernetes").as_string();
  values["kubelet"] = said == "kubelet" ? said : "";
  values["sluice_kubelet"] = said == "sluice" ? said : "";
  if (said.empty()) {
    return {};
  }
  const std::string field = "spec.kubernetes: \"" + said + "\": ";
  if (said != "kubelet" && said != "sluice") {
    return fail(Code::kInvalid, field + "expected kubelet or sluice");
  }
  if (role != Role::kSlurmWorker) {
    return fail(Code::kInvalid, field + "expected the role slurm-worker, which alone can change");
  }
  return values.at("kubeconfig").empty() ? refused("kubeconfig", "Required value") : Result<void>();
}

}  // namespace

Result<Values> values_of(const PlanInput& input, Role role) {
  Values values;
  for (const Setting& setting : kSettings) {
    TRY_ASSIGN(std::string text, read(input.node_class, setting));
    if (text.empty() && setting.slurm_needs_it && is_of_slurm(role)) {
      return refused(setting.field, "Required value");
    }
    values[std::string(setting.value)] = std::move(text);
  }
  const std::string& shared = values["shared"];
  if (const std::string fault = path_fault(shared); !shared.empty() && !fault.empty()) {
    return refused("sharedDirectory.path", "\"" + shared + "\": " + fault);
  }
  const std::string& controller = values["controller"];
  const bool exports =
      role == Role::kSlurmController && !shared.empty() && values["shared_server"].empty();
  if (exports && values["shared_clients"].empty()) {
    return refused("sharedDirectory.clients",
                   "Required value: who may read and write what the controller exports, as in "
                   "192.168.0.0/16; or expected sharedDirectory.server, who exports it instead");
  }
  TRY_ASSIGN(values["controller_at"], controllers_at(input.node_class, controller, values["port"]));
  if (values["vip_prefix"].empty()) {
    values["vip_prefix"] = controller.find(':') == std::string::npos ? "32" : "128";
  }
  values["exported"] = exports ? shared : "";
  values["mounted"] = exports ? "" : shared;
  values["shared_unit"] = shared.empty() ? "" : mount_unit(shared);
  if (values["shared_server"].empty()) {
    values["shared_server"] = bracketed(controller);
  }
  values["mpich"] = values["mpi"] == "mpich" ? "mpich" : "";
  values["munge_key"] = content(input, kMungeKey);
  values["slurm_key"] = content(input, kSlurmKey);
  TRY_ASSIGN(values["slurm_user"], slurm_user(input.node_class));
  values["own_state"] = own_state(input.node_class);
  // Units of some packages start slurmctld as slurm; as root it becomes SlurmUser itself.
  values["starts_as_root"] = values["slurm_user"] == "slurm" ? "" : "User=\nGroup=\n";
  values["needs_of_slurm"] =
      values["munge_key"].empty() ? "" : "Requires=munge.service\nAfter=munge.service\n";
  values["kubeconfig"] = content(input, kKubeconfig);
  values["agent_certificate"] = content(input, kAgentCertificate);
  values["agent_key"] = content(input, kAgentKey);
  values["agent_authority"] = content(input, kAgentAuthority);
  // With it the agent makes the Node; a kubelet does that itself.
  values["registers"] = is_of_slurm(role) ? values["kubeconfig"] : "";
  TRY_ASSIGN(values["node"], node_name(input, role));
  TRY(add_other_stack(input, role, values));
  const bool has_kubelet = role == Role::kKubernetesWorker || !values["kubelet"].empty();
  TRY(check_node(input.config.at("spec", "node"), has_kubelet));
  if (has_kubelet && values["kubeconfig"].empty()) {
    return refused("kubeconfig", "Required value");
  }
  TRY(add_kubelet(input, has_kubelet, values));
  if (is_of_slurm(role)) {
    TRY(add_slurm(input, role, values));
  }
  return values;
}

}  // namespace sluice::machines
