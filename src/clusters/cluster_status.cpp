// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster_status.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"
#include "clusters/pod_trouble.h"

namespace sluice::clusters {
namespace {

json::Value present(const json::Value& object) {
  json::Value status = object.at("status").is_object() ? object.at("status") : json::Object{};
  status["observedGeneration"] = object.at("metadata", "generation");
  return status;
}

bool is_settled(const json::Value& workload) {
  const json::Value& status = workload.at("status");
  const std::int64_t wanted = workload.at("spec", "replicas").as_int(1);
  return status.at("observedGeneration").as_int() ==
             workload.at("metadata", "generation").as_int() &&
         status.at("readyReplicas").as_int() == wanted &&
         status.at("updatedReplicas").as_int() == wanted &&
         status.at("replicas").as_int() == wanted;
}

// A component that is not wanted any more has no condition.
void forget_others(json::Value& status, const std::vector<ComponentNow>& components) {
  json::Array kept;
  for (const json::Value& condition : status.at("conditions").as_array()) {
    const std::string& type = condition.at("type").as_string();
    const bool of_all = type == "Config" || type == "Ready";
    if (of_all || std::any_of(components.begin(), components.end(), [&](const ComponentNow& one) {
          return type == one.component.condition;
        })) {
      kept.push_back(condition);
    }
  }
  status["conditions"] = std::move(kept);
}

json::Value with_components(const json::Value& object, const std::vector<ComponentNow>& components,
                            WallTime now) {
  json::Value status = present(object);
  forget_others(status, components);
  for (const ComponentNow& one : components) {
    api::set_condition(status,
                       {one.component.condition, one.ready ? "True" : "False",
                        one.ready ? "Ready" : "NotReady", one.message},
                       now);
  }
  return status;
}

}  // namespace

ComponentNow look(const Component& component, const json::Value& workload,
                  const std::vector<const json::Value*>& pods) {
  ComponentNow now{.component = component, .ready = is_settled(workload), .message = ""};
  if (now.ready) {
    return now;
  }
  for (const json::Value* pod : pods) {
    if (const std::string trouble = trouble_of(*pod, component.name); !trouble.empty()) {
      now.message = "pod " + api::name(*pod) + ": " + std::string(trim(trouble));
      return now;
    }
  }
  now.message = std::to_string(workload.at("status", "readyReplicas").as_int()) + " of " +
                std::to_string(workload.at("spec", "replicas").as_int(1)) + " pods are ready";
  return now;
}

json::Value status_of(const json::Value& object, const std::vector<ComponentNow>& components,
                      WallTime now) {
  json::Value status = with_components(object, components, now);
  std::string waits;
  for (const ComponentNow& one : components) {
    if (!one.ready) {
      waits +=
          (waits.empty() ? "" : "; ") + std::string(one.component.condition) + ": " + one.message;
    }
  }
  api::set_condition(status, {"Config", "True", "Applied", ""}, now);
  api::set_condition(status,
                     {"Ready", waits.empty() ? "True" : "False",
                      waits.empty() ? "AllReady" : "ComponentsNotReady", waits},
                     now);
  return status;
}

json::Value status_while_changing(const json::Value& object,
                                  const std::vector<ComponentNow>& components,
                                  std::string_view reason, std::string_view message, WallTime now) {
  json::Value status = with_components(object, components, now);
  api::set_condition(status, {"Config", "False", reason, message}, now);
  api::set_condition(status, {"Ready", "False", reason, message}, now);
  return status;
}

json::Value status_of_refused(const json::Value& object, std::string_view reason,
                              std::string_view message, WallTime now) {
  json::Value status = present(object);
  api::set_condition(status, {"Config", "False", reason, message}, now);
  api::set_condition(status, {"Ready", "False", reason, message}, now);
  return status;
}

}  // namespace sluice::clusters
