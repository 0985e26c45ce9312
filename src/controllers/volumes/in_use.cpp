// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/in_use.h"

#include <algorithm>

namespace sluice::controllers::volumes {
namespace {

constexpr const char* kByClaim = "claim";

// Nothing runs any more; its finalizers may even wait for the claim.
bool is_shut_down(const client::Object& pod) {
  const json::Value& grace = pod.at("metadata", "deletionGracePeriodSeconds");
  return api::is_being_deleted(pod) && grace.is_int() && grace.as_int() == 0;
}

void add(std::vector<std::string>& names, const std::string& name) {
  if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) {
    names.push_back(name);
  }
}

}  // namespace

std::string ephemeral_claim(const client::Object& pod, const json::Value& volume) {
  return volume.find("ephemeral") == nullptr ? ""
                                             : api::name(pod) + "-" + volume.at("name").as_string();
}

std::vector<std::string> claims_of(const client::Object& pod) {
  std::vector<std::string> names;
  for (const json::Value& volume : pod.at("spec", "volumes").as_array()) {
    add(names, volume.at("persistentVolumeClaim", "claimName").as_string());
    add(names, ephemeral_claim(pod, volume));
  }
  return names;
}

void index_by_claim(runtime::Informer& pods) {
  pods.add_index(kByClaim, [](const client::Object& pod) {
    std::vector<std::string> keys;
    for (const std::string& name : claims_of(pod)) {
      keys.push_back(api::to_string({api::ns(pod), name}));
    }
    return keys;
  });
}

std::vector<client::ObjectPtr> pods_with(const runtime::Informer& pods,
                                         const client::Object& claim) {
  return pods.by_index(kByClaim, api::to_string(api::key(claim)));
}

bool uses_claim(const client::Object& pod, const client::Object& claim) {
  if (pod.at("spec", "nodeName").as_string().empty()) {
    return false;
  }
  const std::string& name = api::name(claim);
  const json::Value* owner = api::controller_of(claim);
  const bool made_for_pod = owner != nullptr && owner->at("uid").as_string() == api::uid(pod);
  const json::Array& volumes = pod.at("spec", "volumes").as_array();
  return std::any_of(volumes.begin(), volumes.end(), [&](const json::Value& volume) {
    return volume.at("persistentVolumeClaim", "claimName").as_string() == name ||
           (made_for_pod && !is_shut_down(pod) && ephemeral_claim(pod, volume) == name);
  });
}

bool is_held(const client::Object& volume) {
  return volume.at("status", "phase").as_string() == "Bound";
}

std::vector<std::string> classes_of(const client::Object& object) {
  std::vector<std::string> names;
  add(names, object.at("spec", "volumeAttributesClassName").as_string());
  add(names, object.at("status", "currentVolumeAttributesClassName").as_string());
  add(names,
      object.at("status", "modifyVolumeStatus", "targetVolumeAttributesClassName").as_string());
  return names;
}

}  // namespace sluice::controllers::volumes
