// SPDX-License-Identifier: Apache-2.0
//
// Profiles of AppArmor and seccomp used to be annotations. Who says them in a field too must say
// the same.
#include "api/app_armor.h"
#include "api/validation/rules.h"

namespace sluice::api {
namespace {

constexpr std::string_view kSeccompOfPod = "seccomp.security.alpha.kubernetes.io/pod";
constexpr std::string_view kSeccomp = "container.seccomp.security.alpha.kubernetes.io/";

bool has_container(const json::Value& spec, std::string_view name) {
  for (const char* list : {"initContainers", "containers", "ephemeralContainers"}) {
    for (const json::Value& container : spec.at(list).as_array()) {
      if (container.at("name").as_string() == name) {
        return true;
      }
    }
  }
  return false;
}

bool is_seccomp_profile(std::string_view text) {
  return text == "runtime/default" || text == "docker/default" || text == "unconfined" ||
         text.starts_with("localhost/");
}

void check_annotation(const json::Member& note, const json::Value& spec, const FieldPath& at,
                      Faults& faults) {
  const std::string& profile = note.value.as_string();
  if (note.key.starts_with(kAppArmorAnnotation)) {
    const std::string name = note.key.substr(kAppArmorAnnotation.size());
    if (!has_container(spec, name)) {
      faults.invalid(at.key(note.key), name, "container not found");
    }
    if (!is_app_armor_profile(profile)) {
      faults.invalid(at.key(note.key), note.value,
                     "invalid AppArmor profile name: \"" + profile + "\"");
    }
  }
  if ((note.key == kSeccompOfPod || note.key.starts_with(kSeccomp)) &&
      !is_seccomp_profile(profile)) {
    faults.invalid(at.child(note.key), note.value, "must be a valid seccomp profile");
  }
}

// A container's annotation against its field.
void check_same(const json::Value& container, const json::Value& note, const FieldPath& at,
                Faults& faults) {
  const json::Value& field = container.at("securityContext", "appArmorProfile");
  if (note.is_null() || field.is_null()) {
    return;
  }
  const json::Value wanted = app_armor_profile(note.as_string());
  const FieldPath context = at.child("securityContext");
  const FieldPath profile = context.child("appArmorProfile");
  if (!(wanted.at("type") == field.at("type"))) {
    faults.forbidden(profile.child("type"), "apparmor type in annotation and field must match");
  } else if (!(wanted.at("localhostProfile") == field.at("localhostProfile"))) {
    faults.forbidden(profile.child("localhostProfile"),
                     "apparmor profile in annotation and field must match");
  }
}

}  // namespace

void check_profiles(const json::Value& pod, const FieldPath& annotations_at, Faults& faults) {
  const json::Value& annotations = pod.at("metadata", "annotations");
  const json::Value& spec = pod.at("spec");
  for (const json::Member& note : annotations.as_object()) {
    check_annotation(note, spec, annotations_at, faults);
  }
}

void check_profiles_agree(const json::Value& pod, const FieldPath& spec_at, Faults& faults) {
  const json::Value& annotations = pod.at("metadata", "annotations");
  const json::Value& spec = pod.at("spec");
  if (annotations.as_object().empty() || spec.at("os", "name").as_string() == "windows") {
    return;
  }
  for (const char* list : {"initContainers", "containers"}) {
    const FieldPath list_at = spec_at.child(list);
    const json::Array& containers = spec.at(list).as_array();
    for (std::size_t i = 0; i < containers.size(); ++i) {
      check_same(
          containers[i],
          annotations.at(std::string(kAppArmorAnnotation) + containers[i].at("name").as_string()),
          list_at.item(i), faults);
    }
  }
}

void check_profiles_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath metadata = root.child("metadata");
  const FieldPath at = metadata.child("annotations");
  const json::Value& now = object.at("metadata", "annotations");
  const json::Value& before = old.at("metadata", "annotations");
  for (const json::Member& note : before.as_object()) {
    if (note.key.starts_with(kAppArmorAnnotation) && !(now.at(note.key) == note.value)) {
      faults.forbidden(at.key(note.key), "may not remove or update AppArmor annotations");
    }
  }
  for (const json::Member& note : now.as_object()) {
    if (note.key.starts_with(kAppArmorAnnotation) && before.find(note.key) == nullptr) {
      faults.forbidden(at.key(note.key), "may not add AppArmor annotations");
    }
  }
}

}  // namespace sluice::api
