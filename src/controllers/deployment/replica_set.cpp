// SPDX-License-Identifier: Apache-2.0
#include "controllers/deployment/replica_set.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "controllers/owned/amount.h"
#include "controllers/owned/pod_template.h"

namespace sluice::controllers::deployment {
namespace {

using owned::resolve_amount;
using owned::Rounding;

// Annotations of a deployment that say something about it alone.
constexpr std::array<std::string_view, 6> kOwnAnnotations = {
    "kubectl.kubernetes.io/last-applied-configuration",
    "deprecated.deployment.rollback.to",
    kRevision,
    kRevisionHistory,
    kDesiredReplicas,
    kMaxReplicas,
};

json::Value without_hash(json::Value pattern) {
  if (json::Value* labels = pattern.find("metadata", "labels")) {
    labels->erase(kHashLabel);
    if (labels->as_object().empty()) {
      pattern["metadata"].erase("labels");
    }
  }
  if (pattern.at("metadata").as_object().empty()) {
    pattern.erase("metadata");
  }
  return pattern;
}

// "1,3": what came before, at most 2000 characters of it.
std::string longer_history(std::string history, const std::string& revision) {
  constexpr std::size_t kMost = 2000;
  history += (history.empty() ? "" : ",") + revision;
  while (history.size() > kMost && history.find(',') != std::string::npos) {
    history.erase(0, history.find(',') + 1);
  }
  return history;
}

}  // namespace

Limits limits(const client::Object& deployment) {
  const json::Value& spec = deployment.at("spec");
  Limits result{.replicas = spec.at("replicas").as_int(1)};
  if (spec.at("strategy", "type").as_string() == "Recreate") {
    return result;
  }
  const json::Value& rolling = spec.at("strategy", "rollingUpdate");
  result.surge = resolve_amount(rolling.at("maxSurge"), result.replicas, Rounding::kUp);
  result.unavailable =
      resolve_amount(rolling.at("maxUnavailable"), result.replicas, Rounding::kDown);
  if (result.surge == 0 && result.unavailable == 0) {
    result.unavailable = 1;  // nothing could move otherwise
  }
  result.unavailable = std::min(result.unavailable, result.replicas);
  return result;
}

std::int64_t ReplicaSet::number(std::string_view annotation) const {
  return parse_int(api::annotation(object_, annotation)).value_or(-1);
}

void ReplicaSet::resize(std::int64_t replicas, const Limits& limits) {
  if (replicas != this->replicas() || object_.find("spec", "replicas") == nullptr) {
    object_["spec"]["replicas"] = replicas;
    changed_ = true;
  }
  annotate(kDesiredReplicas, std::to_string(limits.replicas));
  annotate(kMaxReplicas, std::to_string(limits.replicas + limits.surge));
}

void ReplicaSet::annotate(std::string_view name, const std::string& value) {
  const json::Value* there = object_.find("metadata", "annotations", name);
  if (there == nullptr || there->as_string() != value) {
    object_["metadata"]["annotations"][name] = value;
    changed_ = true;
  }
}

void ReplicaSet::set_min_ready_seconds(const json::Value& seconds) {
  if (object_.at("spec", "minReadySeconds").as_int() != seconds.as_int()) {
    object_["spec"]["minReadySeconds"] = seconds.as_int();
    changed_ = true;
  }
}

bool has_template_of(const client::Object& replica_set, const client::Object& deployment) {
  return without_hash(replica_set.at("spec", "template")) ==
         without_hash(deployment.at("spec", "template"));
}

client::Object new_replica_set(const client::Object& deployment) {
  const json::Value& spec = deployment.at("spec");
  const std::string hash = owned::fingerprint(without_hash(spec.at("template")),
                                              deployment.at("status", "collisionCount").as_int());
  json::Value pattern = spec.at("template");
  pattern["metadata"]["labels"][kHashLabel] = hash;
  json::Value selector = spec.at("selector");
  selector["matchLabels"][kHashLabel] = hash;
  json::Value metadata = json::Object{{"name", api::name(deployment) + "-" + hash},
                                      {"namespace", api::ns(deployment)}};
  metadata["labels"] = json::Value(pattern.at("metadata", "labels"));
  metadata["ownerReferences"] = json::Array{api::controller_reference(deployment)};
  return json::Object{
      {"apiVersion", "apps/v1"},
      {"kind", "ReplicaSet"},
      {"metadata", std::move(metadata)},
      {"spec", json::Object{{"replicas", 0},
                            {"minReadySeconds", spec.at("minReadySeconds").as_int()},
                            {"selector", std::move(selector)},
                            {"template", std::move(pattern)}}}};
}

void follow_annotations(ReplicaSet& set, const client::Object& deployment, std::int64_t revision) {
  for (const json::Member& annotation : deployment.at("metadata", "annotations").as_object()) {
    if (std::find(kOwnAnnotations.begin(), kOwnAnnotations.end(), annotation.key) ==
        kOwnAnnotations.end()) {
      set.annotate(annotation.key, annotation.value.as_string());
    }
  }
  if (set.number(kRevision) >= revision) {
    return;
  }
  const std::string before = api::annotation(set.object(), kRevision);
  if (!before.empty()) {
    set.annotate(kRevisionHistory,
                 longer_history(api::annotation(set.object(), kRevisionHistory), before));
  }
  set.annotate(kRevision, std::to_string(revision));
}

bool is_older(const ReplicaSet& a, const ReplicaSet& b) {
  const auto created = [](const ReplicaSet& set) -> const std::string& {
    return set.object().at("metadata", "creationTimestamp").as_string();
  };
  return std::tie(created(a), a.name()) < std::tie(created(b), b.name());
}

}  // namespace sluice::controllers::deployment
