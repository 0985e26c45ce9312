// SPDX-License-Identifier: Apache-2.0
#include "clusters/pod_trouble.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace sluice::clusters {
namespace {

// Where the spec of a SlurmCluster says what a component has.
struct Fields {
  std::string_view component;
  std::string_view storage;
  std::string_view image;
};
constexpr std::array kFields{Fields{"controller", "spec.controllers.storage", "spec.image"},
                             Fields{"database", "spec.accounting.storage", "spec.accounting.image"},
                             Fields{"", "spec", "spec.image"}};

const Fields& fields_of(std::string_view component) {
  const auto* const found = std::find_if(kFields.begin(), kFields.end() - 1, [&](const Fields& one) {
    return one.component == component;
  });
  return *found;
}

// Kubernetes says that claims are not bound or not there, and not which.
std::string about_claims(const json::Value& pod, std::string_view message,
                         std::string_view component) {
  if (to_lower(message).find("persistentvolumeclaim") == std::string::npos) {
    return "";
  }
  std::string names;
  for (const json::Value& volume : pod.at("spec", "volumes").as_array()) {
    const std::string& claim = volume.at("persistentVolumeClaim", "claimName").as_string();
    names += claim.empty() ? "" : (names.empty() ? "" : ", ") + claim;
  }
  return names.empty()
             ? ""
             : " (claim " + names + ": kubectl describe pvc tells why; it needs a StorageClass, " +
                   std::string(fields_of(component).storage) +
                   ".storageClassName or the default one, or a PersistentVolume that fits)";
}

std::string about_image(const json::Value& container, std::string_view reason,
                        std::string_view component) {
  const std::string& image = container.at("image").as_string();
  if (image.empty() || reason.find("Image") == std::string_view::npos) {
    return "";
  }
  return " (image " + image + ": correct " + std::string(fields_of(component).image) +
         ", or bring it to where the node pulls it from)";
}

}  // namespace

std::string trouble_of(const json::Value& pod, std::string_view component) {
  for (const json::Value& condition : pod.at("status", "conditions").as_array()) {
    if (condition.at("type").as_string() == "PodScheduled" &&
        condition.at("status").as_string() == "False") {
      const std::string& message = condition.at("message").as_string();
      return message + about_claims(pod, message, component);
    }
  }
  for (const char* list : {"initContainerStatuses", "containerStatuses"}) {
    for (const json::Value& container : pod.at("status", list).as_array()) {
      const json::Value& waiting = container.at("state", "waiting");
      const std::string& reason = waiting.at("reason").as_string();
      if (!reason.empty() && reason != "ContainerCreating" && reason != "PodInitializing") {
        return container.at("name").as_string() + ": " + reason + " " +
               waiting.at("message").as_string() + about_image(container, reason, component);
      }
    }
  }
  return pod.at("status", "message").as_string();
}

}  // namespace sluice::clusters
