// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "api/meta.h"
#include "registry/admission/rules.h"
#include "registry/errors.h"

namespace sluice::registry {
namespace {

// Of several the lowest: nobody gains by an accident.
Result<std::optional<json::Value>> default_class(const store::Store& store) {
  TRY_ASSIGN(std::vector<json::Value> classes,
             stored(store, api::kinds::priority_class(), "", R"("globalDefault":true)"));
  std::optional<json::Value> found;
  for (json::Value& candidate : classes) {
    if (candidate.at("globalDefault").as_bool() &&
        (!found || candidate.at("value").as_int() < found->at("value").as_int())) {
      found = std::move(candidate);
    }
  }
  return found;
}

Result<std::optional<json::Value>> class_of(const store::Store& store, const json::Value& pod) {
  const std::string& wanted = pod.at("spec", "priorityClassName").as_string();
  if (wanted.empty()) {
    return default_class(store);
  }
  TRY_ASSIGN(auto found, find_stored(store, api::kinds::priority_class(), {"", wanted}));
  if (!found) {
    return tl::unexpected(forbidden(api::kinds::pod(), api::name(pod),
                                    "no PriorityClass with name " + wanted + " was found"));
  }
  return found;
}

Error contradiction(const json::Value& pod, const std::string& given, const std::string& computed) {
  return forbidden(
      api::kinds::pod(), api::name(pod),
      given + " must not be provided in pod spec; priority admission controller computed " +
          computed + " from the given PriorityClass name");
}

Result<void> give_priority(const store::Store& store, json::Value& pod) {
  TRY_ASSIGN(const std::optional<json::Value> found, class_of(store, pod));
  const std::int64_t value = found ? found->at("value").as_int() : 0;
  const json::Value& given = pod.at("spec", "priority");
  if (given.is_int() && given.as_int() != value) {
    return tl::unexpected(
        contradiction(pod, "the integer value of priority (" + std::to_string(given.as_int()) + ")",
                      std::to_string(value)));
  }
  const std::string& from_class = found ? found->at("preemptionPolicy").as_string() : "";
  const std::string policy = from_class.empty() ? "PreemptLowerPriority" : from_class;
  const std::string& wanted = pod.at("spec", "preemptionPolicy").as_string();
  if (!wanted.empty() && wanted != policy) {
    return tl::unexpected(
        contradiction(pod, "the string value of PreemptionPolicy (" + wanted + ")", policy));
  }
  json::Value& spec = pod["spec"];
  if (found) {
    spec["priorityClassName"] = api::name(*found);
  }
  spec["priority"] = value;
  spec["preemptionPolicy"] = policy;
  return {};
}

Result<void> check_only_default(const store::Store& store, const json::Value& object) {
  if (!object.at("globalDefault").as_bool()) {
    return {};
  }
  TRY_ASSIGN(const std::optional<json::Value> other, default_class(store));
  if (other && api::name(*other) != api::name(object)) {
    return tl::unexpected(
        forbidden(api::kinds::priority_class(), api::name(object),
                  "PriorityClass " + api::name(*other) +
                      " is already marked as default. Only one default can exist"));
  }
  return {};
}

}  // namespace

Result<void> priority(const store::Store& store, Attributes& request) {
  return is_for(request, api::kinds::pod()) ? give_priority(store, *request.object)
                                            : Result<void>();
}

Result<void> only_default_priority(const store::Store& store, Attributes& request) {
  return is_for(request, api::kinds::priority_class()) ? check_only_default(store, *request.object)
                                                       : Result<void>();
}

}  // namespace sluice::registry
