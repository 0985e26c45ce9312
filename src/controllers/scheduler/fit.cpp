// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/fit.h"

#include <algorithm>
#include <map>

#include "api/taints.h"
#include "controllers/scheduler/affinity.h"

namespace sluice::controllers::scheduler {

namespace {

bool repels(const json::Value& taint, const client::Object& pod) {
  const std::string& effect = taint.at("effect").as_string();
  if (effect != "NoSchedule" && effect != "NoExecute") {
    return false;
  }
  const json::Array& tolerations = pod.at("spec", "tolerations").as_array();
  return std::none_of(tolerations.begin(), tolerations.end(),
                      [&](const json::Value& item) { return api::tolerates(item, taint); });
}

bool is_cordoned_for(const client::Object& pod, const client::Object& node) {
  const json::Value taint =
      json::Object{{"key", "node.kubernetes.io/unschedulable"}, {"effect", "NoSchedule"}};
  return node.at("spec", "unschedulable").as_bool() && repels(taint, pod);
}

}  // namespace

bool selects(const client::Object& pod, const client::Object& node) {
  for (const json::Member& term : pod.at("spec", "nodeSelector").as_object()) {
    const json::Value* label = node.find("metadata", "labels", term.key);
    if (label == nullptr || *label != term.value) {
      return false;
    }
  }
  return affinity_matches(
      pod.at("spec", "affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution"),
      node);
}

bool tolerates_taints(const client::Object& pod, const client::Object& node, bool running) {
  const json::Array& taints = node.at("spec", "taints").as_array();
  return std::none_of(taints.begin(), taints.end(), [&](const json::Value& taint) {
    return repels(taint, pod) && (!running || taint.at("effect").as_string() == "NoExecute");
  });
}

std::string misfit(const client::Object& pod, const client::Object& node) {
  if (is_cordoned_for(pod, node)) {
    return "node(s) were unschedulable";
  }
  if (!api::has_condition(node, "Ready") || api::is_being_deleted(node)) {
    return "node(s) were not ready";
  }
  if (!selects(pod, node)) {
    return "node(s) didn't match Pod's node affinity/selector";
  }
  if (!tolerates_taints(pod, node, false)) {
    return "node(s) had untolerated taint(s)";
  }
  return "";
}

Choice choose(const client::Object& pod, const std::vector<client::ObjectPtr>& nodes) {
  std::map<std::string, int> reasons;
  const client::Object* best = nullptr;
  for (const auto& node : nodes) {
    const std::string reason = misfit(pod, *node);
    if (!reason.empty()) {
      ++reasons[reason];
    } else if (best == nullptr || api::name(*node) < api::name(*best)) {
      best = node.get();
    }
  }
  if (best != nullptr) {
    return {api::name(*best), ""};
  }
  if (nodes.empty()) {
    return {"", "no nodes available to schedule pods"};
  }
  std::string message = "0/" + std::to_string(nodes.size()) + " nodes are available: ";
  const char* separator = "";
  for (const auto& [reason, count] : reasons) {
    message += separator + std::to_string(count) + " " + reason;
    separator = ", ";
  }
  return {"", message + "."};
}

bool is_waiting(const client::Object& pod) {
  const std::string& scheduler = pod.at("spec", "schedulerName").as_string();
  const std::string& phase = pod.at("status", "phase").as_string();
  return pod.at("spec", "nodeName").as_string().empty() && !api::is_being_deleted(pod) &&
         (scheduler.empty() || scheduler == "default-scheduler") &&
         (phase.empty() || phase == "Pending") &&
         pod.at("spec", "schedulingGates").as_array().empty();
}

bool same_for_scheduling(const client::Object& a, const client::Object& b) {
  return api::has_condition(a, "Ready") == api::has_condition(b, "Ready") &&
         a.at("spec") == b.at("spec") && a.at("metadata", "labels") == b.at("metadata", "labels") &&
         api::is_being_deleted(a) == api::is_being_deleted(b);
}

}  // namespace sluice::controllers::scheduler
