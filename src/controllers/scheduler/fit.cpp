// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/fit.h"

#include <algorithm>

#include "api/node_affinity.h"
#include "api/taints.h"

namespace sluice::controllers::scheduler {

namespace {

bool is_tolerated(const json::Value& taint, const client::Object& pod) {
  const json::Array& tolerations = pod.at("spec", "tolerations").as_array();
  return std::any_of(tolerations.begin(), tolerations.end(),
                     [&](const json::Value& item) { return api::tolerates(item, taint); });
}

}  // namespace

bool selects(const client::Object& pod, const client::Object& node) {
  for (const json::Member& term : pod.at("spec", "nodeSelector").as_object()) {
    const json::Value* label = node.find("metadata", "labels", term.key);
    if (label == nullptr || *label != term.value) {
      return false;
    }
  }
  return api::affinity_matches(
      pod.at("spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution"),
      node);
}

bool tolerates_taints(const client::Object& pod, const client::Object& node, bool running) {
  const json::Array& taints = node.at("spec", "taints").as_array();
  return std::all_of(taints.begin(), taints.end(), [&](const json::Value& taint) {
    const std::string& effect = taint.at("effect").as_string();
    const bool matters = effect == "NoExecute" || (!running && effect == "NoSchedule");
    return !matters || is_tolerated(taint, pod);
  });
}

int disliked_taints(const client::Object& pod, const client::Object& node) {
  const json::Array& taints = node.at("spec", "taints").as_array();
  return static_cast<int>(
      std::count_if(taints.begin(), taints.end(), [&](const json::Value& taint) {
        return taint.at("effect").as_string() == "PreferNoSchedule" && !is_tolerated(taint, pod);
      }));
}

bool is_cordoned_for(const client::Object& pod, const client::Object& node) {
  static const json::Value kTaint =
      json::Object{{"key", "node.kubernetes.io/unschedulable"}, {"effect", "NoSchedule"}};
  return node.at("spec", "unschedulable").as_bool() && !is_tolerated(kTaint, pod);
}

bool is_waiting(const client::Object& pod) {
  const std::string& scheduler = pod.at("spec", "schedulerName").as_string();
  const std::string& phase = pod.at("status", "phase").as_string();
  return pod.at("spec", "nodeName").as_string().empty() && !api::is_being_deleted(pod) &&
         (scheduler.empty() || scheduler == "default-scheduler") &&
         (phase.empty() || phase == "Pending") &&
         pod.at("spec", "schedulingGates").as_array().empty();
}

bool same_chances(const client::Object& before, const client::Object& after) {
  return before.at("spec") == after.at("spec") &&
         before.at("metadata", "labels") == after.at("metadata", "labels") &&
         before.at("metadata", "annotations") == after.at("metadata", "annotations");
}

}  // namespace sluice::controllers::scheduler
