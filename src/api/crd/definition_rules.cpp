// SPDX-License-Identifier: Apache-2.0
#include "api/crd/definition_rules.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "api/crd/approval.h"
#include "api/crd/conversion_rules.h"
#include "api/crd/version_rules.h"
#include "api/label_syntax.h"
#include "api/meta.h"
#include "base/text.h"

namespace sluice::api {
namespace {

void check_group(const json::Value& group, const FieldPath& at, Faults& faults) {
  const std::string& text = group.as_string();
  if (text.empty()) {
    faults.required(at);
  } else if (const std::string fault = dns_subdomain_fault(text); !fault.empty()) {
    faults.invalid(at, group, fault);
  } else if (text.find('.') == std::string::npos) {
    faults.invalid(at, group, "should be a domain with at least one dot");
  }
}

void check_label(const json::Value& value, const FieldPath& at, Faults& faults) {
  if (const std::string fault = dns_1035_label_fault(value.as_string()); !fault.empty()) {
    faults.invalid(at, value, fault);
  }
}

void check_kind(const json::Value& value, const FieldPath& at, Faults& faults) {
  if (const std::string fault = dns_1035_label_fault(to_lower(value.as_string())); !fault.empty()) {
    faults.invalid(at, value, "may have mixed case, but should otherwise match: " + fault);
  }
}

void check_names(const json::Value& names, const FieldPath& at, Faults& faults) {
  for (const char* member : {"plural", "singular", "kind", "listKind"}) {
    const json::Value& value = names.at(member);
    if (value.as_string().empty()) {
      faults.required(at.child(member));
    } else if (std::string_view(member).ends_with("ind")) {
      check_kind(value, at.child(member), faults);
    } else {
      check_label(value, at.child(member), faults);
    }
  }
  for (const char* member : {"shortNames", "categories"}) {
    const FieldPath list = at.child(member);
    for (std::size_t i = 0; i < names.at(member).as_array().size(); ++i) {
      check_label(names.at(member).as_array()[i], list.item(i), faults);
    }
  }
  const json::Value& list_kind = names.at("listKind");
  if (!list_kind.as_string().empty() && list_kind == names.at("kind")) {
    faults.invalid(at.child("listKind"), list_kind, "kind and listKind may not be the same");
  }
}

void check_versions(const json::Value& spec, const json::Value* old, const FieldPath& at,
                    Faults& faults) {
  const FieldPath list = at.child("versions");
  const json::Array& versions = spec.at("versions").as_array();
  std::set<std::string> names;
  int stored = 0;
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const FieldPath own = list.item(i);
    check_label(versions[i].at("name"), own.child("name"), faults);
    stored += versions[i].at("storage").as_bool() ? 1 : 0;
    names.insert(versions[i].at("name").as_string());
    check_deprecation(versions[i], own, faults);
    if (versions[i].find("schema", "openAPIV3Schema") == nullptr) {
      const FieldPath schema = own.child("schema");
      faults.required(schema.child("openAPIV3Schema"));
    }
  }
  if (names.size() != versions.size()) {
    faults.invalid(list, spec.at("versions"), "must contain unique version names");
  }
  if (!versions.empty() && !versions[0].at("name").as_string().empty()) {
    check_label(versions[0].at("name"), at.child("version"), faults);  // its former place
  }
  if (stored != 1) {
    faults.invalid(list, spec.at("versions"),
                   "must have exactly one version marked as storage version");
  }
  check_version_contents(spec, old, at, faults);
}

// Names of this community's own groups need its word.
void check_approval(const json::Value& definition, Faults& faults) {
  const Approval approval = approval_of(definition);
  const FieldPath root;
  const FieldPath metadata = root.child("metadata");
  const FieldPath annotations = metadata.child("annotations");
  const FieldPath at = annotations.key(kApproval);
  if (approval == Approval::kMissing) {
    faults.required(at,
                    "protected groups must have approval annotation "
                    "\"api-approved.kubernetes.io\", see "
                    "https://github.com/kubernetes/enhancements/pull/1111");
  } else if (approval == Approval::kBad) {
    faults.invalid(at, annotation(definition, kApproval),
                   "protected groups must have approval annotation \"api-approved.kubernetes.io\" "
                   "with either a URL or a reason starting with \"unapproved\", see "
                   "https://github.com/kubernetes/enhancements/pull/1111");
  }
}

void check_stored_versions(const json::Value& definition, Faults& faults) {
  const FieldPath root;
  const FieldPath status = root.child("status");
  const FieldPath at = status.child("storedVersions");
  const json::Value& stored = definition.at("status", "storedVersions");
  if (stored.as_array().empty()) {
    faults.invalid(at, json::Value::null(), "must have at least one stored version");
    return;
  }
  const json::Array& list = stored.as_array();
  std::set<std::string> known;
  for (const json::Value& version : definition.at("spec", "versions").as_array()) {
    known.insert(version.at("name").as_string());
    if (version.at("storage").as_bool() &&
        std::find(list.begin(), list.end(), version.at("name")) == list.end()) {
      faults.invalid(at, stored, "must have the storage version " + version.at("name").as_string());
    }
  }
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string& name = list[i].as_string();
    if (!known.contains(name)) {
      faults.invalid(at.item(i), name,
                     "missing from spec.versions; " + name +
                         " was previously a storage version, and must remain in spec.versions "
                         "until a storage migration ensures no data remains persisted in " +
                         name + " and removes " + name + " from status.storedVersions");
    }
  }
}

// `old` is null for a new one.
void check_all(const json::Value& definition, const json::Value* old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = definition.at("spec");
  const std::string required_name =
      spec.at("names", "plural").as_string() + "." + spec.at("group").as_string();
  if (name(definition) != required_name) {
    const FieldPath metadata = root.child("metadata");
    faults.invalid(metadata.child("name"), name(definition),
                   "must be spec.names.plural+\".\"+spec.group");
  }
  check_group(spec.at("group"), at.child("group"), faults);
  faults.one_of(at.child("scope"), spec.at("scope"), {"Cluster", "Namespaced"});
  check_versions(spec, old == nullptr ? nullptr : &old->at("spec"), at, faults);
  check_names(spec.at("names"), at.child("names"), faults);
  check_conversion(spec, at, faults);
  check_stored_versions(definition, faults);
  check_approval(definition, faults);
  if (spec.at("preserveUnknownFields").as_bool()) {
    faults.invalid(at.child("preserveUnknownFields"), true,
                   "cannot set to true, set x-kubernetes-preserve-unknown-fields to true in "
                   "spec.versions[*].schema instead");
  }
}

}  // namespace

void check_definition(const json::Value& definition, Faults& faults) {
  check_all(definition, nullptr, faults);
}

void check_definition_update(const json::Value& definition, const json::Value& old,
                             Faults& faults) {
  check_all(definition, &old, faults);
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const FieldPath names = at.child("names");
  if (has_condition(old, "Established")) {
    faults.immutable(at.child("scope"), definition.at("spec", "scope"), old.at("spec", "scope"));
    faults.immutable(names.child("kind"), definition.at("spec", "names", "kind"),
                     old.at("spec", "names", "kind"));
  }
  faults.immutable(at.child("group"), definition.at("spec", "group"), old.at("spec", "group"));
  faults.immutable(names.child("plural"), definition.at("spec", "names", "plural"),
                   old.at("spec", "names", "plural"));
}

}  // namespace sluice::api
