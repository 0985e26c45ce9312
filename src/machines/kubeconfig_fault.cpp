// SPDX-License-Identifier: Apache-2.0
#include "machines/kubeconfig_fault.h"

#include <algorithm>

#include "json/yaml.h"

namespace sluice::machines {
namespace {

// The entry of a list like clusters: [{name: …, cluster: {…}}]; null: there is none.
const json::Value& entry(const json::Value& config, const char* list, const char* member,
                         const std::string& name) {
  const json::Array& all = config.at(list).as_array();
  const auto found = std::find_if(all.begin(), all.end(), [&](const json::Value& item) {
    return item.at("name").as_string() == name;
  });
  return found == all.end() ? json::Value::null() : found->at(member);
}

const json::Value& current_context(const json::Value& config) {
  return entry(config, "contexts", "context", config.at("current-context").as_string());
}

const json::Value& cluster_of(const json::Value& config) {
  return entry(config, "clusters", "cluster", current_context(config).at("cluster").as_string());
}

}  // namespace

std::string kubeconfig_fault(std::string_view text, bool ours) {
  const auto documents = json::parse_yaml(text);
  if (!documents || documents->size() != 1 || !documents->front().is_object()) {
    return "it is not one document of YAML with clusters and users";
  }
  const json::Value& config = documents->front();
  if (config.at("current-context").as_string().empty()) {
    return "current-context is not set";
  }
  const json::Value& context = current_context(config);
  if (!context.is_object()) {
    return "contexts has no entry for current-context";
  }
  const json::Value& cluster = cluster_of(config);
  if (!cluster.at("server").as_string().starts_with("https://")) {
    return "the cluster of its current context has no server that begins with https://";
  }
  const std::string& name = context.at("user").as_string();
  const json::Value& user = entry(config, "users", "user", name);
  if (!name.empty() && !user.is_object()) {
    return "users has no entry for the user of its current context";
  }
  if (ours && cluster.at("insecure-skip-tls-verify").as_bool()) {
    return "insecure-skip-tls-verify is not supported: give certificate-authority-data";
  }
  for (const char* other : {"exec", "auth-provider", "username"}) {
    if (ours && user.find(other) != nullptr) {
      return "its user has \"" + std::string(other) + "\": give a certificate or a token";
    }
  }
  return {};
}

json::Value cluster_of_kubeconfig(std::string_view text) {
  const auto documents = json::parse_yaml(text);
  return documents && !documents->empty() ? cluster_of(documents->front()) : json::Value();
}

}  // namespace sluice::machines
