// SPDX-License-Identifier: Apache-2.0
#include "api/meta.h"
#include "api/printing/cells.h"
#include "api/printing/pod_status.h"

namespace sluice::api::cells {
namespace {

json::Value or_none(const json::Value& text) {
  return text.as_string().empty() ? json::Value("<none>") : text;
}

}  // namespace

json::Value pod_ready(const json::Value& pod, WallTime now) {
  const PodSummary summary = summarize_pod(pod, now);
  return std::to_string(summary.ready) + "/" + std::to_string(summary.containers);
}

json::Value pod_status(const json::Value& pod, WallTime now) {
  return summarize_pod(pod, now).status;
}

json::Value pod_restarts(const json::Value& pod, WallTime now) {
  return summarize_pod(pod, now).restarts;
}

json::Value pod_ip(const json::Value& pod, WallTime) {
  return or_none(pod.at("status", "podIP"));
}

json::Value pod_node(const json::Value& pod, WallTime) {
  return or_none(pod.at("spec", "nodeName"));
}

json::Value pod_nominated_node(const json::Value& pod, WallTime) {
  return or_none(pod.at("status", "nominatedNodeName"));
}

json::Value pod_readiness_gates(const json::Value& pod, WallTime) {
  const json::Array& gates = pod.at("spec", "readinessGates").as_array();
  if (gates.empty()) {
    return "<none>";
  }
  std::size_t passed = 0;
  for (const json::Value& gate : gates) {
    passed += has_condition(pod, gate.at("conditionType").as_string()) ? 1 : 0;
  }
  return std::to_string(passed) + "/" + std::to_string(gates.size());
}

}  // namespace sluice::api::cells
