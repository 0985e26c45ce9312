// SPDX-License-Identifier: Apache-2.0
#include "kubelet/pod_conditions.h"

#include <algorithm>
#include <string>
#include <vector>

#include "api/pod_containers.h"
#include "base/go_text.h"
#include "base/text.h"

namespace sluice::kubelet {
namespace {

struct Finding {
  bool good = true;
  std::string reason = {};
  std::string message = {};
};

const json::Value* find(const json::Value& statuses, const std::string& name) {
  for (const json::Value& status : statuses.as_array()) {
    if (status.at("name").as_string() == name) {
      return &status;
    }
  }
  return nullptr;
}

std::string listed(std::string_view what, const std::vector<std::string>& names) {
  return "containers with " + std::string(what) + " status: [" + join(names, " ") + "]";
}

// The names of the containers in `list` for which `good` is not true of their status.
template <class Good>
void collect(const json::Value& list, const json::Value& statuses, const Good& good,
             std::vector<std::string>& into) {
  for (const json::Value& container : list.as_array()) {
    const std::string& name = container.at("name").as_string();
    const json::Value* status = find(statuses, name);
    if (status == nullptr || !good(container, *status)) {
      into.push_back(name);
    }
  }
}

Finding containers_ready(const json::Value& pod, const json::Value& status) {
  const std::string& phase = status.at("phase").as_string();
  if (phase == "Succeeded" || phase == "Failed") {
    return {false, phase == "Failed" ? "PodFailed" : "PodCompleted", ""};
  }
  std::vector<std::string> unready;
  collect(
      pod.at("spec", "initContainers"), status.at("initContainerStatuses"),
      [](const json::Value& container, const json::Value& its) {
        return !api::is_sidecar(container) || its.at("ready").as_bool();
      },
      unready);
  collect(
      pod.at("spec", "containers"), status.at("containerStatuses"),
      [](const json::Value&, const json::Value& its) { return its.at("ready").as_bool(); },
      unready);
  return unready.empty() ? Finding{}
                         : Finding{false, "ContainersNotReady", listed("unready", unready)};
}

// All gates are conditions that somebody else sets.
Finding gates_open(const json::Value& pod, const json::Value& status) {
  const json::Value holder = json::Object{{"status", status}};
  std::vector<std::string> closed;
  for (const json::Value& gate : pod.at("spec", "readinessGates").as_array()) {
    const std::string& type = gate.at("conditionType").as_string();
    const json::Value* condition = api::condition(holder, type);
    if (condition == nullptr) {
      closed.push_back("corresponding condition of pod readiness gate " + go_quoted(type) +
                       " does not exist.");
    } else if (condition->at("status").as_string() != "True") {
      closed.push_back("the status of pod readiness gate " + go_quoted(type) +
                       " is not \"True\", but " + condition->at("status").as_string());
    }
  }
  return closed.empty() ? Finding{} : Finding{false, "ReadinessGatesNotReady", join(closed, ", ")};
}

bool has_run(const json::Value& status) {
  return status.find("state", "running") != nullptr ||
         status.find("state", "terminated") != nullptr ||
         status.find("lastState", "terminated") != nullptr;
}

Finding initialized(const json::Value& pod, const json::Value& status) {
  if (status.at("phase").as_string() == "Succeeded") {
    return {true, "PodCompleted", ""};
  }
  const json::Array& main = status.at("containerStatuses").as_array();
  if (std::any_of(main.begin(), main.end(), has_run)) {
    return {};
  }
  std::vector<std::string> incomplete;
  collect(
      pod.at("spec", "initContainers"), status.at("initContainerStatuses"),
      [](const json::Value& container, const json::Value& its) {
        return its.at(api::is_sidecar(container) ? "started" : "ready").as_bool();
      },
      incomplete);
  return incomplete.empty()
             ? Finding{}
             : Finding{false, "ContainersNotInitialized", listed("incomplete", incomplete)};
}

}  // namespace

void set_pod_condition(const json::Value& pod, json::Value& status,
                       const api::ConditionUpdate& update, WallTime now) {
  const json::Value generation = pod.at("metadata", "generation");
  api::set_condition(status, update, now);
  for (json::Value& condition : status["conditions"].array()) {
    if (condition.at("type").as_string() == update.type && generation.is_int()) {
      condition["observedGeneration"] = generation;
    }
  }
}

void set_conditions(const json::Value& pod, json::Value& status, bool has_sandbox, WallTime now) {
  const auto set = [&](std::string_view type, const Finding& finding) {
    set_pod_condition(
        pod, status, {type, finding.good ? "True" : "False", finding.reason, finding.message}, now);
  };
  const Finding containers = containers_ready(pod, status);
  set("PodReadyToStartContainers", {has_sandbox});
  set("Initialized", initialized(pod, status));
  set("Ready", containers.good ? gates_open(pod, status) : containers);
  set("ContainersReady", containers);
  set("PodScheduled", {});
}

}  // namespace sluice::kubelet
