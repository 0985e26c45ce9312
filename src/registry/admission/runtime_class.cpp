// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "api/meta.h"
#include "registry/admission/rules.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

Error rejected(const json::Value& pod, const std::string& why) {
  return forbidden(api::kinds::pod(), api::name(pod), "pod rejected: " + why);
}

Result<std::optional<json::Value>> class_of(const store::Store& store, const json::Value& pod) {
  const std::string& name = pod.at("spec", "runtimeClassName").as_string();
  if (name.empty()) {
    return std::nullopt;
  }
  TRY_ASSIGN(auto found, find_stored(store, api::kinds::runtime_class(), {"", name}));
  if (!found) {
    return tl::unexpected(rejected(pod, "RuntimeClass \"" + name + "\" not found"));
  }
  return found;
}

Result<void> give_overhead(const json::Value& runtime_class, json::Value& pod) {
  const json::Value* given = pod.find("spec", "overhead");
  const json::Value* fixed = runtime_class.find("overhead", "podFixed");
  if (given != nullptr && fixed == nullptr) {
    return tl::unexpected(
        rejected(pod, "Pod Overhead set without corresponding RuntimeClass defined Overhead"));
  }
  if (given != nullptr && *given != *fixed) {
    return tl::unexpected(
        rejected(pod, "Pod's Overhead doesn't match RuntimeClass's defined Overhead"));
  }
  if (fixed != nullptr) {
    pod["spec"]["overhead"] = *fixed;
  }
  return {};
}

Result<void> give_places(const json::Value& runtime_class, json::Value& pod) {
  for (const json::Member& wanted : runtime_class.at("scheduling", "nodeSelector").as_object()) {
    const json::Value* given = pod.find("spec", "nodeSelector", wanted.key);
    if (given != nullptr && *given != wanted.value) {
      return tl::unexpected(forbidden(api::kinds::pod(), api::name(pod),
                                      "conflict: runtimeClass.scheduling.nodeSelector[" +
                                          wanted.key + "] = " + wanted.value.as_string() +
                                          "; pod.spec.nodeSelector[" + wanted.key +
                                          "] = " + given->as_string()));
    }
    pod["spec"]["nodeSelector"][wanted.key] = wanted.value;
  }
  json::Array tolerations = pod.at("spec", "tolerations").as_array();
  for (const json::Value& toleration : runtime_class.at("scheduling", "tolerations").as_array()) {
    if (std::find(tolerations.begin(), tolerations.end(), toleration) == tolerations.end()) {
      tolerations.push_back(toleration);
    }
  }
  if (!tolerations.empty()) {
    pod["spec"]["tolerations"] = std::move(tolerations);
  }
  return {};
}

}  // namespace

Result<void> runtime_class(const store::Store& store, Attributes& request) {
  if (!is_for(request, api::kinds::pod())) {
    return {};
  }
  json::Value& object = *request.object;
  TRY_ASSIGN(const std::optional<json::Value> found, class_of(store, object));
  TRY(give_overhead(found.value_or(json::Value()), object));
  return found ? give_places(*found, object) : Result<void>();
}

}  // namespace sluice::registry
