// SPDX-License-Identifier: Apache-2.0
#include "api/app_armor.h"

namespace sluice::api {
namespace {

constexpr std::string_view kLocal = "localhost/";

}  // namespace

bool is_app_armor_profile(std::string_view text) {
  return text.empty() || !app_armor_profile(text).is_null();
}

json::Value app_armor_profile(std::string_view text) {
  if (text == "runtime/default") {
    return json::Object{{"type", "RuntimeDefault"}};
  }
  if (text == "unconfined") {
    return json::Object{{"type", "Unconfined"}};
  }
  if (text.starts_with(kLocal)) {
    return json::Object{{"type", "Localhost"},
                        {"localhostProfile", std::string(text.substr(kLocal.size()))}};
  }
  return {};
}

void take_app_armor_annotations(json::Value& pod) {
  const json::Value annotations = pod.at("metadata", "annotations");
  const json::Value of_pod = pod.at("spec", "securityContext", "appArmorProfile");
  if (annotations.is_null() || pod.at("spec", "os", "name").as_string() == "windows") {
    return;
  }
  for (const char* list : {"initContainers", "containers"}) {
    json::Value* containers = pod.find("spec", list);
    if (containers == nullptr || !containers->is_array()) {
      continue;
    }
    for (json::Value& container : containers->array()) {
      const json::Value profile = app_armor_profile(
          annotations.at(std::string(kAppArmorAnnotation) + container.at("name").as_string())
              .as_string());
      const bool given = !container.at("securityContext", "appArmorProfile").is_null();
      if (!profile.is_null() && !given && !(profile == of_pod)) {
        container["securityContext"]["appArmorProfile"] = profile;
      }
    }
  }
}

}  // namespace sluice::api
