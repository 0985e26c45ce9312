// SPDX-License-Identifier: Apache-2.0
#include "controllers/daemonset/daemon_pod.h"

#include <utility>

#include "controllers/owned/pod_template.h"
#include "controllers/owned/revisions.h"
#include "controllers/scheduler/fit.h"

namespace sluice::controllers::daemonset {
namespace {

void add_tolerations(json::Value& spec) {
  const auto tolerate = [&](const char* condition, const char* effect) {
    spec["tolerations"].array().push_back(
        json::Object{{"key", "node.kubernetes.io/" + std::string(condition)},
                     {"operator", "Exists"},
                     {"effect", effect}});
  };
  tolerate("not-ready", "NoExecute");
  tolerate("unreachable", "NoExecute");
  tolerate("disk-pressure", "NoSchedule");
  tolerate("memory-pressure", "NoSchedule");
  tolerate("pid-pressure", "NoSchedule");
  tolerate("unschedulable", "NoSchedule");
  if (spec.at("hostNetwork").as_bool()) {
    tolerate("network-unavailable", "NoSchedule");
  }
}

constexpr const char* kRequired = "requiredDuringSchedulingIgnoredDuringExecution";

}  // namespace

client::Object new_pod(const client::Object& set, const std::string& node,
                       const std::string& hash) {
  client::Object pod =
      owned::new_pod(set, set.at("spec", "template"), owned::new_pod_name(api::name(set)));
  json::Value& labels = pod["metadata"]["labels"];
  labels[owned::kRevisionHash] = hash;
  const std::string& generation = api::annotation(set, "deprecated.daemonset.template.generation");
  if (!generation.empty()) {
    labels["pod-template-generation"] = generation;
  }
  json::Value& spec = pod["spec"];
  const json::Object field{
      {"key", "metadata.name"}, {"operator", "In"}, {"values", json::Array{node}}};
  const json::Object term{{"matchFields", json::Array{field}}};
  spec["affinity"]["nodeAffinity"][kRequired] =
      json::Object{{"nodeSelectorTerms", json::Array{term}}};
  add_tolerations(spec);
  return pod;
}

std::string node_of(const client::Object& pod) {
  if (const std::string& node = pod.at("spec", "nodeName").as_string(); !node.empty()) {
    return node;
  }
  const json::Value& required = pod.at("spec", "affinity", "nodeAffinity").at(kRequired);
  for (const json::Value& term : required.at("nodeSelectorTerms").as_array()) {
    for (const json::Value& field : term.at("matchFields").as_array()) {
      const json::Array& values = field.at("values").as_array();
      if (field.at("key").as_string() == "metadata.name" && values.size() == 1) {
        return values.front().as_string();
      }
    }
  }
  return "";
}

Fit fit(const client::Object& set, const client::Object& node) {
  client::Object pod = set.at("spec", "template");
  add_tolerations(pod["spec"]);
  const std::string& wanted = pod.at("spec", "nodeName").as_string();
  if ((!wanted.empty() && wanted != api::name(node)) || !scheduler::selects(pod, node)) {
    return {};
  }
  return {.run = scheduler::tolerates_taints(pod, node, false),
          .stay = scheduler::tolerates_taints(pod, node, true)};
}

}  // namespace sluice::controllers::daemonset
