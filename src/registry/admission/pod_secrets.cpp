// SPDX-License-Identifier: Apache-2.0
#include "registry/admission/pod_secrets.h"

#include <algorithm>
#include <array>

namespace sluice::registry {
namespace {

// Where a volume names its secret.
struct Place {
  std::string_view source;
  std::string_view reference;
};
constexpr std::array<Place, 10> kInVolumes{{{"azureFile", "secretName"},
                                            {"cephfs", "secretRef"},
                                            {"cinder", "secretRef"},
                                            {"csi", "nodePublishSecretRef"},
                                            {"flexVolume", "secretRef"},
                                            {"iscsi", "secretRef"},
                                            {"rbd", "secretRef"},
                                            {"scaleIO", "secretRef"},
                                            {"secret", "secretName"},
                                            {"storageos", "secretRef"}}};
constexpr std::array<std::string_view, 3> kLists{"initContainers", "containers",
                                                 "ephemeralContainers"};

bool projects_secret(const json::Value& volume) {
  const json::Array& sources = volume.at("projected", "sources").as_array();
  return std::any_of(sources.begin(), sources.end(),
                     [](const json::Value& source) { return source.find("secret") != nullptr; });
}

bool names_secret(const json::Value& volume) {
  return projects_secret(volume) ||
         std::any_of(kInVolumes.begin(), kInVolumes.end(), [&](const Place& place) {
           return volume.find(place.source, place.reference) != nullptr;
         });
}

std::string_view word_for(std::string_view list) {
  if (list == "initContainers") {
    return "init container ";
  }
  return list == "containers" ? "container " : "ephemeral container ";
}

}  // namespace

std::vector<EnvironmentSecret> environment_secrets(const json::Value& pod, std::string_view list) {
  std::vector<EnvironmentSecret> found;
  for (const json::Value& container : pod.at("spec", list).as_array()) {
    const std::string user =
        std::string(word_for(list)) + container.at("name").as_string() + " with ";
    for (const json::Value& variable : container.at("env").as_array()) {
      if (const json::Value* from = variable.find("valueFrom", "secretKeyRef")) {
        found.push_back(
            {user + "envVar " + variable.at("name").as_string(), from->at("name").as_string()});
      }
    }
    for (const json::Value& source : container.at("envFrom").as_array()) {
      if (const json::Value* from = source.find("secretRef")) {
        found.push_back({user + "envFrom", from->at("name").as_string()});
      }
    }
  }
  return found;
}

bool uses_secrets(const json::Value& pod) {
  const json::Array& volumes = pod.at("spec", "volumes").as_array();
  return !pod.at("spec", "imagePullSecrets").as_array().empty() ||
         std::any_of(volumes.begin(), volumes.end(), names_secret) ||
         std::any_of(kLists.begin(), kLists.end(), [&](std::string_view list) {
           return !environment_secrets(pod, list).empty();
         });
}

}  // namespace sluice::registry
