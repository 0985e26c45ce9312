// SPDX-License-Identifier: Apache-2.0
#include "machines/cluster_api.h"

namespace sluice::machines {
namespace {

constexpr std::string_view kGroup = "cluster.x-k8s.io/";
constexpr std::string_view kBootstrapGroup = "bootstrap.cluster.x-k8s.io";
constexpr const char* kPaused = "cluster.x-k8s.io/paused";

const json::Value* owner_of_kind(const json::Value& config, std::string_view kind) {
  for (const json::Value& owner : config.at("metadata", "ownerReferences").as_array()) {
    if (owner.at("kind").as_string() == kind &&
        owner.at("apiVersion").as_string().starts_with(kGroup)) {
      return &owner;
    }
  }
  return nullptr;
}

}  // namespace

std::optional<api::Key> owning_machine(const json::Value& config) {
  const json::Value* owner = owner_of_kind(config, "Machine");
  return owner == nullptr ? std::nullopt
                          : std::optional(api::Key{api::ns(config), owner->at("name").as_string()});
}

bool is_of_machine_pool(const json::Value& config) {
  return owner_of_kind(config, "MachinePool") != nullptr;
}

std::optional<api::Key> config_of(const json::Value& machine) {
  const json::Value& reference = machine.at("spec", "bootstrap", "configRef");
  const std::string& group = reference.at("apiGroup").as_string();
  const std::string& version = reference.at("apiVersion").as_string();
  const bool ours = group.empty() ? version.starts_with(std::string(kBootstrapGroup) + "/")
                                  : group == kBootstrapGroup;
  if (!ours || reference.at("kind").as_string() != "VirtualKubeletConfig") {
    return std::nullopt;
  }
  return api::Key{api::ns(machine), reference.at("name").as_string()};
}

api::Key cluster_of(const json::Value& machine) {
  return {api::ns(machine), machine.at("spec", "clusterName").as_string()};
}

const std::string& used_secret(const json::Value& machine) {
  return machine.at("spec", "bootstrap", "dataSecretName").as_string();
}

bool is_paused(const json::Value& cluster, const json::Value& config) {
  return cluster.at("spec", "paused").as_bool() ||
         config.at("metadata", "annotations").find(kPaused) != nullptr;
}

bool has_infrastructure(const json::Value& cluster) {
  const json::Value& status = cluster.at("status");
  return status.at("initialization", "infrastructureProvisioned").as_bool() ||
         status.at("infrastructureReady").as_bool();
}

bool has_control_plane(const json::Value& cluster) {
  const json::Value& status = cluster.at("status");
  return status.at("initialization", "controlPlaneInitialized").as_bool() ||
         api::has_condition(cluster, "ControlPlaneInitialized") ||
         status.at("controlPlaneReady").as_bool();
}

}  // namespace sluice::machines
