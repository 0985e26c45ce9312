// SPDX-License-Identifier: Apache-2.0
#include "machines/agent_config.h"

#include <algorithm>

#include "api/meta.h"
#include "base/made_of.h"
#include "base/text.h"
#include "detach/protocol.h"
#include "detach/trust.h"
#include "json/yaml.h"

namespace sluice::machines {
namespace {

json::Value service(const Part& part, const std::vector<Part>& all, const Values& values) {
  json::Value service = json::Object{{"name", part.name}, {"unit", fill(part.unit, values)}};
  json::Array after;
  for (const std::string_view name : split(part.after, ' ')) {
    const bool is_there = std::any_of(all.begin(), all.end(), [&](const Part& other) {
      return other.name == name && other.standby == part.standby;
    });
    if (is_there) {
      after.push_back(name);
    }
  }
  if (!after.empty()) {
    service["needsReady"] = std::move(after);
  }
  if (!part.probe.empty()) {
    service["readiness"]["command"] = json::Array{"/bin/sh", "-c", fill(part.probe, values)};
  }
  return service;
}

json::Value node(const PlanInput& input, const Values& values) {
  json::Value node = json::Object{{"name", values.at("node")}};
  const json::Value& said = input.config.at("spec", "node");
  for (const char* field : {"providerID", "labels", "taints"}) {
    if (!said.at(field).is_null()) {
      node[field] = said.at(field);
    }
  }
  // Core compares the two, and takes a Machine for outdated where they differ.
  if (is_made_of(input.version, ".+-")) {
    node["kubeletVersion"] = input.version;
  }
  return node;
}

}  // namespace

std::string agent_config(const PlanInput& input, Role role, const std::vector<Part>& parts,
                         const Values& values) {
  json::Value config = json::Object{
      {"apiVersion", "agent.sluice.dev/v1alpha1"},
      {"kind", "AgentConfig"},
      {"role", to_string(role)},
      {"machine", json::Object{{"namespace", api::ns(input.config)}, {"name", input.machine}}},
      {"node", node(input, values)},
      {"stateDirectory", "/var/lib/sluice/agent"}};
  if (!values.at("registers").empty()) {
    config["kubeconfig"] = "/etc/sluice/kubeconfig";
  }
  if (is_of_slurm(role)) {
    config["slurm"] = json::Object{{"cluster", values.at("cluster")},
                                   {"controller", values.at("controller_at")},
                                   {"node", values.at("node")}};
  }
  if (!values.at("agent_certificate").empty()) {
    config["listen"] =
        json::Object{{"port", parse_int(values.at("agent_port")).value_or(detach::kDefaultPort)},
                     {"certificate", "/etc/sluice/agent.crt"},
                     {"key", "/etc/sluice/agent.key"},
                     {"authority", "/etc/sluice/agents-authority.crt"},
                     {"orderers", json::Array{detach::kOperatorName}}};
  }
  for (const Part& part : parts) {
    if (!part.unit.empty()) {
      json::Value& stack = part.standby ? config["kubernetes"] : config;
      stack["services"].array().push_back(service(part, parts, values));
    }
  }
  return json::write_yaml(config);
}

}  // namespace sluice::machines
