// SPDX-License-Identifier: Apache-2.0
#include "controllers/scheduler/acts.h"

#include "controllers/volumes/claims.h"
#include "controllers/writes.h"

namespace sluice::controllers::scheduler {
namespace {

// Sets a condition that is about the present generation; returns whether anything changed.
bool set_pod_condition(client::Object& pod, const api::ConditionUpdate& update, WallTime now) {
  if (!api::set_condition(pod["status"], update, now)) {
    return false;
  }
  const json::Value generation = pod.at("metadata", "generation");
  for (json::Value& condition : pod["status"]["conditions"].array()) {
    if (condition.at("type").as_string() == update.type && generation.is_int()) {
      condition["observedGeneration"] = generation;
    }
  }
  return true;
}

void set_nomination(client::Object& pod, const std::string& node) {
  if (node.empty()) {
    pod["status"].erase("nominatedNodeName");
  } else {
    pod["status"]["nominatedNodeName"] = node;
  }
}

}  // namespace

Result<void> Acts::bind(const client::Object& pod, const std::string& node) {
  const api::Key key = api::key(pod);
  // The uid makes sure that it is this pod and not another one of the same name.
  const json::Object metadata{{"name", key.name}, {"namespace", key.ns}, {"uid", api::uid(pod)}};
  const json::Object target{{"apiVersion", "v1"}, {"kind", "Node"}, {"name", node}};
  const json::Object binding{
      {"apiVersion", "v1"}, {"kind", "Binding"}, {"metadata", metadata}, {"target", target}};
  TRY(client_.create_subresource(api::kinds::pod(), key, "binding", binding));
  events_.record(pod, {.reason = "Scheduled",
                       .message = "Successfully assigned " + api::to_string(key) + " to " + node});
  return {};
}

Result<void> Acts::prepare_volumes(const VolumePlan& plan, const std::string& node) {
  for (const auto& [volume, claim] : plan.bindings) {
    if (volume->at("spec", "claimRef", "uid").as_string() != api::uid(*claim)) {
      TRY(client_.update(api::kinds::persistent_volume(), volumes::with_claim(*volume, *claim)));
    }
  }
  for (const client::ObjectPtr& claim : plan.provisions) {
    if (api::annotation(*claim, volumes::kSelectedNode) != node) {
      client::Object selected = *claim;
      selected["metadata"]["annotations"][volumes::kSelectedNode] = node;
      TRY(client_.update(api::kinds::persistent_volume_claim(), selected));
    }
  }
  return {};
}

Result<void> Acts::report(const client::Object& pod, const std::string& message,
                          const std::string& nominated) {
  client::Object changed = pod;  // with its resourceVersion: a pod bound meanwhile is left alone
  const bool is_news =
      set_pod_condition(changed, {"PodScheduled", "False", "Unschedulable", message}, clock_.now());
  set_nomination(changed, nominated);
  if (is_news || nominated != pod.at("status", "nominatedNodeName").as_string()) {
    TRY(client_.update(api::kinds::pod(), changed, client::Part::kStatus));
  }
  if (is_news) {
    events_.record(pod, {.type = "Warning", .reason = "FailedScheduling", .message = message});
  }
  return {};
}

Result<void> Acts::preempt(const client::Object& victim, const client::Object& pod,
                           const std::string& node) {
  client::Object marked = victim;
  const std::string& scheduler = pod.at("spec", "schedulerName").as_string();
  if (set_pod_condition(marked,
                        {"DisruptionTarget", "True", "PreemptionByScheduler",
                         scheduler + ": preempting to accommodate a higher priority pod"},
                        clock_.now())) {
    TRY(done_or_gone(client_.update(api::kinds::pod(), marked, client::Part::kStatus)));
  }
  TRY(done_or_gone(client_.remove(api::kinds::pod(), api::key(victim), {.uid = api::uid(victim)})));
  events_.record(victim, {.reason = "Preempted",
                          .message = "Preempted by pod " + api::uid(pod) + " on node " + node});
  return {};
}

Result<void> Acts::withdraw_nomination(const client::Object& pod) {
  client::Object changed = pod;
  set_nomination(changed, "");
  return done_or_gone(client_.update(api::kinds::pod(), changed, client::Part::kStatus));
}

}  // namespace sluice::controllers::scheduler
