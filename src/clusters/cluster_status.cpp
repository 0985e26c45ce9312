// SPDX-License-Identifier: Apache-2.0
#include "clusters/cluster_status.h"

#include <algorithm>

#include "api/meta.h"
#include "base/text.h"

namespace sluice::clusters {
namespace {

json::Value present(const json::Value& object) {
  json::Value status = object.at("status").is_object() ? object.at("status") : json::Object{};
  status["observedGeneration"] = object.at("metadata", "generation");
  return status;
}

// The first thing that holds a pod up, in the words of who knows: scheduler, kubelet, program.
std::string trouble_of(const json::Value& pod) {
  for (const json::Value& condition : pod.at("status", "conditions").as_array()) {
    if (condition.at("type").as_string() == "PodScheduled" &&
        condition.at("status").as_string() == "False") {
      return condition.at("message").as_string();
    }
  }
  for (const char* list : {"initContainerStatuses", "containerStatuses"}) {
    for (const json::Value& container : pod.at("status", list).as_array()) {
      const json::Value& waiting = container.at("state", "waiting");
      const std::string& reason = waiting.at("reason").as_string();
      if (!reason.empty() && reason != "ContainerCreating" && reason != "PodInitializing") {
        return container.at("name").as_string() + ": " + reason + " " +
               waiting.at("message").as_string();
      }
    }
  }
  return pod.at("status", "message").as_string();
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

}  // namespace

ComponentNow look(const Component& component, const json::Value& workload,
                  const std::vector<const json::Value*>& pods) {
  ComponentNow now{.component = component, .ready = is_settled(workload), .message = ""};
  if (now.ready) {
    return now;
  }
  for (const json::Value* pod : pods) {
    if (const std::string trouble = trouble_of(*pod); !trouble.empty()) {
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
  json::Value status = present(object);
  forget_others(status, components);
  std::string waits;
  for (const ComponentNow& one : components) {
    api::set_condition(status,
                       {one.component.condition, one.ready ? "True" : "False",
                        one.ready ? "Ready" : "NotReady", one.message},
                       now);
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

json::Value status_while_changing(json::Value status, std::string_view reason,
                                  std::string_view message, WallTime now) {
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
