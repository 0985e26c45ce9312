// SPDX-License-Identifier: Apache-2.0
#include "api/label_keys.h"

namespace sluice::api {
namespace {

// Without a selector there is no pod that it could be about.
void apply(json::Value& term, const char* keys, const char* op, const json::Value& labels) {
  json::Value* selector = term.find("labelSelector");
  if (selector == nullptr || !selector->is_object()) {
    return;
  }
  for (const json::Value& key : term.at(keys).as_array()) {
    if (const json::Value* value = labels.find(key.as_string())) {
      (*selector)["matchExpressions"].array().push_back(
          json::Object{{"key", key}, {"operator", op}, {"values", json::Array{*value}}});
    }
  }
}

void apply_to_term(json::Value& term, const json::Value& labels) {
  apply(term, "matchLabelKeys", "In", labels);
  apply(term, "mismatchLabelKeys", "NotIn", labels);
}

void apply_to_affinity(json::Value& affinity, const json::Value& labels) {
  json::Value* required = affinity.find("requiredDuringSchedulingIgnoredDuringExecution");
  if (required != nullptr && required->is_array()) {
    for (json::Value& term : required->array()) {
      apply_to_term(term, labels);
    }
  }
  json::Value* preferred = affinity.find("preferredDuringSchedulingIgnoredDuringExecution");
  if (preferred != nullptr && preferred->is_array()) {
    for (json::Value& item : preferred->array()) {
      if (json::Value* term = item.find("podAffinityTerm")) {
        apply_to_term(*term, labels);
      }
    }
  }
}

}  // namespace

void apply_label_keys(json::Value& pod) {
  const json::Value labels = pod.at("metadata", "labels");
  for (const char* kind : {"podAffinity", "podAntiAffinity"}) {
    if (json::Value* affinity = pod.find("spec", "affinity", kind)) {
      apply_to_affinity(*affinity, labels);
    }
  }
  json::Value* constraints = pod.find("spec", "topologySpreadConstraints");
  if (constraints != nullptr && constraints->is_array()) {
    for (json::Value& constraint : constraints->array()) {
      apply(constraint, "matchLabelKeys", "In", labels);
    }
  }
}

}  // namespace sluice::api
