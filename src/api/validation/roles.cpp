// SPDX-License-Identifier: Apache-2.0
#include "api/label_syntax.h"
#include "api/validation/rules.h"

namespace sluice::api {
namespace {

constexpr std::string_view kGroup = "rbac.authorization.k8s.io";

void check_rule(const json::Value& rule, bool namespaced, const FieldPath& at, Faults& faults) {
  const auto empty = [&](const char* member) { return rule.at(member).as_array().empty(); };
  if (empty("verbs")) {
    faults.required(at.child("verbs"), "verbs must contain at least one value");
  }
  const json::Value& urls = rule.at("nonResourceURLs");
  if (!urls.as_array().empty()) {
    if (namespaced) {
      faults.invalid(at.child("nonResourceURLs"), urls,
                     "namespaced rules cannot apply to non-resource URLs");
    }
    if (!empty("apiGroups") || !empty("resources") || !empty("resourceNames")) {
      faults.invalid(at.child("nonResourceURLs"), urls,
                     "rules cannot apply to both regular resources and non-resource URLs");
    }
    return;
  }
  if (empty("apiGroups")) {
    faults.required(at.child("apiGroups"), "resource rules must supply at least one api group");
  }
  if (empty("resources")) {
    faults.required(at.child("resources"), "resource rules must supply at least one resource");
  }
}

void check_rules(const json::Value& object, bool namespaced, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("rules");
  const json::Array& rules = object.at("rules").as_array();
  for (std::size_t i = 0; i < rules.size(); ++i) {
    check_rule(rules[i], namespaced, at.item(i), faults);
  }
}

void check_subject(const json::Value& subject, bool namespaced, const FieldPath& at,
                   Faults& faults) {
  const std::string& kind = subject.at("kind").as_string();
  const json::Value& group = subject.at("apiGroup");
  if (subject.at("name").as_string().empty()) {
    faults.required(at.child("name"));
  }
  if (kind == "ServiceAccount") {
    if (!subject.at("name").as_string().empty()) {
      faults.named(at.child("name"), subject.at("name"), dns_subdomain_fault);
    }
    if (!group.as_string().empty()) {
      faults.unsupported(at.child("apiGroup"), group, {""});
    }
    if (!namespaced && subject.at("namespace").as_string().empty()) {
      faults.required(at.child("namespace"));
    }
  } else if (kind != "User" && kind != "Group") {
    faults.unsupported(at.child("kind"), kind, {"ServiceAccount", "User", "Group"});
  } else if (group.as_string() != kGroup) {
    faults.unsupported(at.child("apiGroup"), group.as_string(), {kGroup});
  }
}

void check_binding(const json::Value& object, bool namespaced, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("roleRef");
  const json::Value& role = object.at("roleRef");
  const std::string& kind = role.at("kind").as_string();
  if (role.at("apiGroup").as_string() != kGroup) {
    faults.unsupported(at.child("apiGroup"), role.at("apiGroup").as_string(), {kGroup});
  }
  if (namespaced && kind != "Role" && kind != "ClusterRole") {
    faults.unsupported(at.child("kind"), kind, {"Role", "ClusterRole"});
  } else if (!namespaced && kind != "ClusterRole") {
    faults.unsupported(at.child("kind"), kind, {"ClusterRole"});
  }
  faults.named(at.child("name"), role.at("name"), path_segment_fault);
  const FieldPath list = root.child("subjects");
  const json::Array& subjects = object.at("subjects").as_array();
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    check_subject(subjects[i], namespaced, list.item(i), faults);
  }
}

}  // namespace

void check_role(const json::Value& object, Faults& faults) {
  check_rules(object, true, faults);
}

void check_cluster_role(const json::Value& object, Faults& faults) {
  check_rules(object, false, faults);
}

void check_role_binding(const json::Value& object, Faults& faults) {
  check_binding(object, true, faults);
}

void check_cluster_role_binding(const json::Value& object, Faults& faults) {
  check_binding(object, false, faults);
}

void check_role_binding_update(const json::Value& object, const json::Value& old, Faults& faults) {
  if (!(object.at("roleRef") == old.at("roleRef"))) {
    const FieldPath root;
    const json::Value& role = object.at("roleRef");
    faults.invalid(root.child("roleRef"),
                   json::Object{{"APIGroup", role.at("apiGroup")},
                                {"Kind", role.at("kind")},
                                {"Name", role.at("name")}},
                   "cannot change roleRef");
  }
}

}  // namespace sluice::api
