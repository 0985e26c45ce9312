// SPDX-License-Identifier: Apache-2.0
#include "agent/config.h"

#include <algorithm>
#include <set>

#include "json/strings.h"
#include "json/yaml.h"

namespace sluice::agent {
namespace {

Result<std::string> text_at(const json::Value& part, const char* field, const std::string& path) {
  const std::string& text = part.at(field).as_string();
  if (text.empty()) {
    return fail(Code::kInvalid, path + field + ": Required value");
  }
  return text;
}

Result<std::vector<Service>> read_services(const json::Value& list) {
  std::vector<Service> services;
  for (const json::Value& item : list.as_array()) {
    const std::string path = "services[" + std::to_string(services.size()) + "].";
    Service service;
    TRY_ASSIGN(service.name, text_at(item, "name", path));
    TRY_ASSIGN(service.unit, text_at(item, "unit", path));
    service.after = json::to_strings(item.at("after"));
    service.probe = json::to_strings(item.at("probe", "command"));
    const bool twice = std::any_of(services.begin(), services.end(), [&](const Service& other) {
      return other.name == service.name;
    });
    if (twice) {
      return fail(Code::kInvalid, path + "name: \"" + service.name + "\" is there twice");
    }
    services.push_back(std::move(service));
  }
  return services;
}

// Each after those it needs, else as they were written.
Result<std::vector<Service>> in_order(std::vector<Service> services) {
  std::vector<Service> ordered;
  std::set<std::string> placed;
  while (!services.empty()) {
    const auto next = std::find_if(services.begin(), services.end(), [&](const Service& service) {
      return std::all_of(service.after.begin(), service.after.end(),
                         [&](const std::string& name) { return placed.contains(name); });
    });
    if (next == services.end()) {
      return fail(Code::kInvalid, "services: \"" + services.front().name +
                                      "\" needs services that are not there or need it");
    }
    placed.insert(next->name);
    ordered.push_back(std::move(*next));
    services.erase(next);
  }
  return ordered;
}

}  // namespace

Result<Config> read_config(std::string_view yaml) {
  TRY_ASSIGN(const auto documents, json::parse_yaml(yaml));
  if (documents.size() != 1 || documents.front().at("kind").as_string() != "AgentConfig") {
    return fail(Code::kInvalid, "kind: expected one document of the kind AgentConfig");
  }
  const json::Value& document = documents.front();
  Config config;
  TRY_ASSIGN(config.role, text_at(document, "role", ""));
  TRY_ASSIGN(config.node, text_at(document.at("node"), "name", "node."));
  TRY_ASSIGN(config.state_directory, text_at(document, "stateDirectory", ""));
  config.node_spec = document.at("node");
  config.kubeconfig = document.at("kubeconfig").as_string();
  TRY_ASSIGN(auto services, read_services(document.at("services")));
  TRY_ASSIGN(config.services, in_order(std::move(services)));
  return config;
}

}  // namespace sluice::agent
