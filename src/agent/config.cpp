// SPDX-License-Identifier: Apache-2.0
#include "agent/config.h"

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

Result<std::int64_t> number_at(const json::Value& part, const char* field, std::int64_t otherwise,
                               std::int64_t most) {
  const json::Value& said = part.at(field);
  if (said.is_null()) {
    return otherwise;
  }
  if (!said.is_int() || said.as_int() < 1 || said.as_int() > most) {
    return fail(Code::kInvalid, std::string("listen.") + field + ": expected a number from 1 to " +
                                    std::to_string(most));
  }
  return said.as_int();
}

Result<Listen> read_listen(const json::Value& part) {
  Listen listen;
  TRY_ASSIGN(const std::int64_t port, number_at(part, "port", detach::kDefaultPort, 65535));
  listen.door.port = static_cast<std::uint16_t>(port);
  if (part.at("address").is_string()) {
    listen.door.address = part.at("address").as_string();
  }
  TRY_ASSIGN(listen.door.certificate, text_at(part, "certificate", "listen."));
  TRY_ASSIGN(listen.door.key, text_at(part, "key", "listen."));
  TRY_ASSIGN(listen.door.authority, text_at(part, "authority", "listen."));
  listen.endpoint.orderers = json::to_strings(part.at("orderers"));
  if (listen.endpoint.orderers.empty()) {
    return fail(Code::kInvalid, "listen.orderers: Required value");
  }
  TRY_ASSIGN(listen.endpoint.requests_per_second,
             number_at(part, "requestsPerSecond", listen.endpoint.requests_per_second, 1'000'000));
  return listen;
}

Result<std::vector<services::Service>> read_units(const json::Value& list,
                                                  const std::string& field) {
  TRY_ASSIGN(auto all, services::read_services(list, field));
  for (const services::Service& service : all) {
    if (service.unit.empty()) {
      return fail(Code::kInvalid,
                  field + ": \"" + service.name + "\" has no unit; the agent starts units");
    }
  }
  return all;
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
  config.machine = {document.at("machine", "namespace").as_string(),
                    document.at("machine", "name").as_string()};
  TRY_ASSIGN(config.node, text_at(document.at("node"), "name", "node."));
  TRY_ASSIGN(config.state_directory, text_at(document, "stateDirectory", ""));
  config.node_spec = document.at("node");
  config.kubeconfig = document.at("kubeconfig").as_string();
  config.slurm_node = document.at("slurm", "node").as_string();
  config.slurm_controller = document.at("slurm", "controller").as_string();
  if (document.at("listen").is_object()) {
    TRY_ASSIGN(config.listen, read_listen(document.at("listen")));
    TRY(text_at(document.at("slurm"), "node", "slurm."));
  }
  TRY_ASSIGN(config.services, read_units(document.at("services"), "services"));
  config.follows = {document.at("nodeServices", "namespace").as_string(),
                    document.at("nodeServices", "name").as_string()};
  config.pool = document.at("pool").as_string();
  if (!config.follows.name.empty()) {
    TRY(text_at(document.at("nodeServices"), "namespace", "nodeServices."));
    TRY(text_at(document, "kubeconfig", ""));
    TRY(text_at(document.at("slurm"), "node", "slurm."));
    if (!config.services.empty() || document.at("kubernetes").is_object()) {
      return fail(Code::kInvalid,
                  "nodeServices: expected no services and no kubernetes beside it: the object says "
                  "what runs");
    }
  }
  TRY_ASSIGN(config.kubernetes_services,
             read_units(document.at("kubernetes", "services"), "kubernetes.services"));
  if (!config.kubernetes_services.empty()) {
    TRY(text_at(document, "kubeconfig", ""));
    if (!config.listen) {
      return fail(Code::kInvalid, "listen: Required value where there are kubernetes.services");
    }
  }
  return config;
}

}  // namespace sluice::agent
