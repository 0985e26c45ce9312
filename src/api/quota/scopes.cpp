// SPDX-License-Identifier: Apache-2.0
#include "api/quota/scopes.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "api/selector.h"
#include "api/strategy.h"

namespace sluice::api::quota {
namespace {

// How a scope is asked for: by name, or with an operator on one of the names it may have.
struct Asked {
  const json::Value& requirement;
  const std::string& scope;
};

bool is_terminating(const json::Value& pod) {
  const json::Value* deadline = pod.find("spec", "activeDeadlineSeconds");
  return deadline != nullptr && deadline->as_int() >= 0;
}

bool looks_elsewhere(const json::Value& term) {
  return !term.at("namespaces").as_array().empty() || term.find("namespaceSelector") != nullptr;
}

bool has_affinity_across_namespaces(const json::Value& pod) {
  for (const char* affinity : {"podAffinity", "podAntiAffinity"}) {
    const json::Value& rules = pod.at("spec", "affinity", affinity);
    for (const json::Value& term :
         rules.at("requiredDuringSchedulingIgnoredDuringExecution").as_array()) {
      if (looks_elsewhere(term)) {
        return true;
      }
    }
    for (const json::Value& term :
         rules.at("preferredDuringSchedulingIgnoredDuringExecution").as_array()) {
      if (looks_elsewhere(term.at("podAffinityTerm"))) {
        return true;
      }
    }
  }
  return false;
}

// The operators are those of label selectors, on a label that has the scope's name.
bool selects(const Asked& asked, const std::vector<std::string>& names) {
  if (asked.requirement.at("operator").as_string() == "Exists") {
    return !names.empty();
  }
  json::Value expression = asked.requirement;
  expression["key"] = asked.scope;
  const auto selector = LabelSelector::from_object(
      json::Object{{"matchExpressions", json::Array{std::move(expression)}}});
  if (!selector) {
    return false;
  }
  if (names.empty()) {
    return selector->matches_labels(json::Object());
  }
  return std::any_of(names.begin(), names.end(), [&](const std::string& name) {
    return selector->matches_labels(json::Object{{asked.scope, name}});
  });
}

std::vector<std::string> that_are_set(std::initializer_list<const json::Value*> values) {
  std::vector<std::string> names;
  for (const json::Value* value : values) {
    if (!value->as_string().empty()) {
      names.push_back(value->as_string());
    }
  }
  return names;
}

bool pod_is_in(const Asked& asked, const json::Value& pod) {
  const std::string& scope = asked.scope;
  if (scope == "Terminating" || scope == "NotTerminating") {
    return is_terminating(pod) == (scope == "Terminating");
  }
  if (scope == "BestEffort" || scope == "NotBestEffort") {
    return (quality_of_service(pod) == "BestEffort") == (scope == "BestEffort");
  }
  if (scope == "PriorityClass") {
    return selects(asked, that_are_set({&pod.at("spec", "priorityClassName")}));
  }
  return scope == "CrossNamespacePodAffinity" && has_affinity_across_namespaces(pod);
}

bool claim_is_in(const Asked& asked, const json::Value& claim) {
  return asked.scope == "VolumeAttributesClass" &&
         selects(asked, that_are_set({&claim.at("spec", "volumeAttributesClassName"),
                                      &claim.at("status", "currentVolumeAttributesClassName"),
                                      &claim.at("status", "modifyVolumeStatus",
                                                "targetVolumeAttributesClassName")}));
}

bool is_in(const Asked& asked, const Kind& kind, const json::Value& object) {
  if (!kind.group.empty()) {
    return false;
  }
  return kind.plural == "pods"
             ? pod_is_in(asked, object)
             : kind.plural == "persistentvolumeclaims" && claim_is_in(asked, object);
}

}  // namespace

bool in_scope(const json::Value& quota, const Kind& kind, const json::Value& object) {
  static const json::Value kByName = json::Object{{"operator", "Exists"}};
  const json::Array& names = quota.at("spec", "scopes").as_array();
  const json::Array& selected = quota.at("spec", "scopeSelector", "matchExpressions").as_array();
  return std::all_of(names.begin(), names.end(),
                     [&](const json::Value& name) {
                       return is_in({kByName, name.as_string()}, kind, object);
                     }) &&
         std::all_of(selected.begin(), selected.end(), [&](const json::Value& requirement) {
           return is_in({requirement, requirement.at("scopeName").as_string()}, kind, object);
         });
}

}  // namespace sluice::api::quota
