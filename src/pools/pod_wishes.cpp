// SPDX-License-Identifier: Apache-2.0
#include "pools/pod_wishes.h"

#include <algorithm>

#include "api/meta.h"
#include "api/node_affinity.h"
#include "api/taints.h"

namespace sluice::pools {
namespace {

constexpr const char* kSystem = "kubernetes.io/os";
constexpr const char* kHost = "kubernetes.io/hostname";

bool is_of_its_state(const json::Value& taint) {
  const std::string& key = taint.at("key").as_string();
  return key.starts_with("node.kubernetes.io/") || key.starts_with("node.cloudprovider.") ||
         key.starts_with("node.cluster.x-k8s.io/");
}

template <class Holds>
bool all_hold(const std::map<std::string, client::ObjectPtr>& nodes, const Holds& holds) {
  return std::all_of(nodes.begin(), nodes.end(),
                     [&](const auto& node) { return holds(*node.second); });
}

bool has_taint(const client::Object& node, const json::Value& taint) {
  const json::Array& taints = node.at("spec", "taints").as_array();
  return std::any_of(taints.begin(), taints.end(), [&](const json::Value& one) {
    return one.at("key") == taint.at("key") && one.at("value") == taint.at("value") &&
           one.at("effect") == taint.at("effect");
  });
}

bool is_tolerated(const client::Object& pod, const json::Value& taint) {
  const json::Array& tolerations = pod.at("spec", "tolerations").as_array();
  return std::any_of(tolerations.begin(), tolerations.end(), [&](const json::Value& toleration) {
    return api::tolerates(toleration, taint);
  });
}

}  // namespace

client::Object typical_node(const Member& member,
                            const std::map<std::string, client::ObjectPtr>& nodes) {
  json::Object labels{{kSystem, "linux"}};
  json::Array taints;
  if (!nodes.empty()) {
    const client::Object& one = *nodes.begin()->second;
    for (const json::Member& label : one.at("metadata", "labels").as_object()) {
      const auto has_it = [&](const client::Object& node) {
        return api::label(node, label.key) == label.value.as_string();
      };
      if (label.key != kHost && all_hold(nodes, has_it)) {
        labels[label.key] = label.value;
      }
    }
    for (const json::Value& taint : one.at("spec", "taints").as_array()) {
      const auto has_it = [&](const client::Object& node) { return has_taint(node, taint); };
      if (!is_of_its_state(taint) && taint.at("effect").as_string() != "PreferNoSchedule" &&
          all_hold(nodes, has_it)) {
        taints.push_back(taint);
      }
    }
  }
  for (const auto& [label, value] : member.node_labels) {
    labels[label] = value;
  }
  return json::Object{{"metadata", json::Object{{"labels", std::move(labels)}}},
                      {"spec", json::Object{{"taints", std::move(taints)}}}};
}

std::string kept_away_by(const client::Object& pod, const client::Object& node) {
  for (const json::Member& wanted : pod.at("spec", "nodeSelector").as_object()) {
    const json::Value* label = node.find("metadata", "labels", wanted.key);
    if (label == nullptr || *label != wanted.value) {
      return "label " + wanted.key + "=" + wanted.value.as_string();
    }
  }
  const json::Value& required = pod.at("spec", "affinity", "nodeAffinity")
                                    .at("requiredDuringSchedulingIgnoredDuringExecution");
  if (!api::affinity_matches(required, node)) {
    return "its node affinity";
  }
  for (const json::Value& taint : node.at("spec", "taints").as_array()) {
    if (!is_tolerated(pod, taint)) {
      return "taint " + taint.at("key").as_string();
    }
  }
  return {};
}

}  // namespace sluice::pools
