// SPDX-License-Identifier: Apache-2.0
#include "controllers/replicas/plan.h"

#include <algorithm>

#include "api/selector.h"
#include "controllers/writes.h"

namespace sluice::controllers::replicas {
namespace {

// The first failure is shown while it lasts: the next ones name other pods, and a status that said
// so would change with every attempt, and with every change there would be another attempt.
void set_failure(json::Value& status, const std::optional<Failure>& failure, WallTime now) {
  constexpr const char* kType = "ReplicaFailure";
  if (!failure) {
    drop_condition(status, kType);
    return;
  }
  const json::Array& conditions = status.at("conditions").as_array();
  if (std::none_of(conditions.begin(), conditions.end(), [](const json::Value& condition) {
        return condition.at("type").as_string() == kType;
      })) {
    api::set_condition(status, {kType, "True", failure->reason, failure->message}, now);
  }
}

}  // namespace

Scaling scale(const client::Object& set, const owned::Pods& pods, WallTime now) {
  Scaling result;
  if (api::is_being_deleted(set)) {
    return result;
  }
  owned::Pods active;
  std::copy_if(pods.begin(), pods.end(), std::back_inserter(active),
               [](const auto& pod) { return owned::is_active(*pod); });
  const std::int64_t wanted = set.at("spec", "replicas").as_int(1);
  const std::int64_t surplus = static_cast<std::int64_t>(active.size()) - wanted;
  if (surplus > 0) {
    owned::sort_for_deletion(active, now);
    active.resize(static_cast<std::size_t>(surplus));
    result.remove = std::move(active);
  } else {
    result.create = -surplus;
  }
  return result;
}

Status status(const client::Object& set, const owned::Pods& pods,
              const std::optional<Failure>& failure, WallTime now) {
  const auto labels = api::LabelSelector::from_object(
      json::Object{{"matchLabels", set.at("spec", "template", "metadata", "labels")}});
  const std::int64_t min_ready = set.at("spec", "minReadySeconds").as_int();
  std::int64_t replicas = 0, labelled = 0, ready = 0, available = 0, terminating = 0;
  Status result;
  for (const auto& pod : pods) {
    terminating += owned::is_terminating(*pod) ? 1 : 0;
    if (!owned::is_active(*pod)) {
      continue;
    }
    ++replicas;
    labelled += labels && labels->matches(*pod) ? 1 : 0;
    if (const auto wait = owned::until_available(*pod, min_ready, now)) {
      ++ready;
      if (*wait == Duration::zero()) {
        ++available;
      } else {
        result.again = std::min(result.again.value_or(*wait), *wait);
      }
    }
  }
  result.value = set.at("status");
  json::Value& value = result.value;
  value["replicas"] = replicas;
  set_count(value, "fullyLabeledReplicas", labelled);
  set_count(value, "readyReplicas", ready);
  set_count(value, "availableReplicas", available);
  if (set.at("kind").as_string() == "ReplicaSet") {
    value["terminatingReplicas"] = terminating;
  }
  value["observedGeneration"] = set.at("metadata", "generation").as_int();
  set_failure(value, failure, now);
  return result;
}

}  // namespace sluice::controllers::replicas
