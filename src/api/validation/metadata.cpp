// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>

#include "api/label_syntax.h"
#include "api/meta.h"
#include "api/validate.h"
#include "api/validation/rules.h"
#include "base/text.h"

namespace sluice::api {
namespace {

constexpr std::size_t kMaxAnnotationBytes = 256U << 10U;

void check_name(const Kind& kind, const json::Value& metadata, const FieldPath& at,
                Faults& faults) {
  const std::string& prefix = metadata.at("generateName").as_string();
  // a generated name ends in letters and digits, so a trailing dash or dot of the prefix is fine
  if (!prefix.empty()) {
    if (const std::string fault = name_fault(kind, prefix + "x"); !fault.empty()) {
      faults.invalid(at.child("generateName"), prefix, fault);
    }
  }
  const std::string& name = metadata.at("name").as_string();
  if (name.empty()) {
    faults.required(at.child("name"), "name or generateName is required");
  } else if (const std::string fault = name_fault(kind, name); !fault.empty()) {
    faults.invalid(at.child("name"), name, fault);
  }
}

void check_namespace(const Kind& kind, const json::Value& metadata, const FieldPath& at,
                     Faults& faults) {
  const json::Value& ns = metadata.at("namespace");
  if (kind.namespaced) {
    faults.named(at.child("namespace"), ns, dns_label_fault);
  } else if (!ns.as_string().empty()) {
    faults.forbidden(at.child("namespace"), "not allowed on this type");
  }
}

void check_annotations(const json::Value& annotations, const FieldPath& at, Faults& faults) {
  std::size_t total = 0;
  for (const json::Member& annotation : annotations.as_object()) {
    total += annotation.key.size() + annotation.value.as_string().size();
    // the prefix of annotation keys may be written in capitals
    if (const std::string fault = label_key_fault(to_lower(annotation.key)); !fault.empty()) {
      faults.invalid(at, annotation.key, fault);
    }
  }
  if (total > kMaxAnnotationBytes) {
    faults.too_long(at, kMaxAnnotationBytes);
  }
}

void check_owner(const json::Value& owner, const FieldPath& at, Faults& faults) {
  const std::string& version = owner.at("apiVersion").as_string();
  if (version.empty() || std::count(version.begin(), version.end(), '/') > 1) {
    faults.invalid(at.child("apiVersion"), version, "version must not be empty");
  }
  for (const char* member : {"kind", "name", "uid"}) {
    if (owner.at(member).as_string().empty()) {
      faults.invalid(at.child(member), "", "must not be empty");
    }
  }
  if (version == "v1" && owner.at("kind").as_string() == "Event") {
    faults.invalid(at, owner, "/v1, Kind=Event is disallowed from being an owner");
  }
}

void check_owners(const json::Value& owners, const FieldPath& at, Faults& faults) {
  std::string controller;
  for (std::size_t i = 0; i < owners.as_array().size(); ++i) {
    const json::Value& owner = owners.as_array()[i];
    check_owner(owner, at, faults);
    if (owner.at("controller").as_bool()) {
      if (!controller.empty()) {
        faults.invalid(at, owners,
                       "Only one reference can have Controller set to true. Found \"true\" in "
                       "references for " +
                           controller + " and " + owner.at("kind").as_string() + "/" +
                           owner.at("name").as_string());
      }
      controller = owner.at("kind").as_string() + "/" + owner.at("name").as_string();
    }
  }
}

// Only those of built-in kinds must name a domain; Cluster API's are "machine.cluster.x-k8s.io".
void check_finalizers(const Kind& kind, const json::Value& finalizers, const FieldPath& at,
                      Faults& faults) {
  bool orphan = false;
  bool foreground = false;
  for (std::size_t i = 0; i < finalizers.as_array().size(); ++i) {
    const json::Value& finalizer = finalizers.as_array()[i];
    const std::string& text = finalizer.as_string();
    orphan = orphan || text == "orphan";
    foreground = foreground || text == "foregroundDeletion";
    const bool standard = text == "orphan" || text == "foregroundDeletion" || text == "kubernetes";
    if (const std::string fault = label_key_fault(text); !fault.empty()) {
      faults.invalid(at, finalizer, fault);
    }
    if (kind.custom == nullptr && !standard && text.find('/') == std::string::npos) {
      faults.invalid(at.item(i), finalizer,
                     "name is neither a standard finalizer name nor is it fully qualified");
    }
  }
  if (orphan && foreground) {
    faults.invalid(at, finalizers, "finalizer orphan and foregroundDeletion cannot be both set");
  }
}

}  // namespace

void check_labels(const json::Value& labels, const FieldPath& at, Faults& faults) {
  for (const json::Member& label : labels.as_object()) {
    if (const std::string fault = label_key_fault(label.key); !fault.empty()) {
      faults.invalid(at, label.key, fault);
    }
    if (const std::string fault = label_value_fault(label.value.as_string()); !fault.empty()) {
      faults.invalid(at, label.value, fault);
    }
  }
}

json::Value in_key_order(const json::Value& labels) {
  if (!labels.is_object()) {
    return labels;
  }
  std::map<std::string, json::Value> sorted;
  for (const json::Member& label : labels.as_object()) {
    sorted.emplace(label.key, label.value);
  }
  json::Object result;
  for (auto& [key, value] : sorted) {
    result[key] = std::move(value);
  }
  return result;
}

void check_metadata(const Kind& kind, const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("metadata");
  const json::Value& metadata = object.at("metadata");
  check_name(kind, metadata, at, faults);
  check_namespace(kind, metadata, at, faults);
  check_labels(metadata.at("labels"), at.child("labels"), faults);
  check_annotations(metadata.at("annotations"), at.child("annotations"), faults);
  check_owners(metadata.at("ownerReferences"), at.child("ownerReferences"), faults);
  check_finalizers(kind, metadata.at("finalizers"), at.child("finalizers"), faults);
  faults.not_negative(at.child("generation"), metadata.at("generation"));
}

void check_metadata_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("metadata");
  for (const char* member : {"name", "namespace", "uid", "creationTimestamp", "deletionTimestamp",
                             "deletionGracePeriodSeconds"}) {
    const json::Value& now = object.at("metadata", member);
    if (!(now == old.at("metadata", member))) {
      faults.immutable(at.child(member), now, old.at("metadata", member));
    }
  }
  if (!is_being_deleted(old)) {
    return;
  }
  std::set<std::string_view> before;
  for (const json::Value& finalizer : old.at("metadata", "finalizers").as_array()) {
    before.insert(finalizer.as_string());
  }
  for (const json::Value& finalizer : object.at("metadata", "finalizers").as_array()) {
    if (!before.contains(finalizer.as_string())) {
      faults.forbidden(at.child("finalizers"),
                       "no new finalizers can be added if the object is being deleted, found new "
                       "finalizers []string{\"" +
                           finalizer.as_string() + "\"}");
    }
  }
}

void check_label_selector(const json::Value& selector, const FieldPath& at, Faults& faults) {
  const FieldPath labels = at.child("matchLabels");
  check_labels(selector.at("matchLabels"), labels, faults);
  const FieldPath list = at.child("matchExpressions");
  const json::Array& expressions = selector.at("matchExpressions").as_array();
  for (std::size_t i = 0; i < expressions.size(); ++i) {
    const FieldPath item = list.item(i);
    const std::string& op = expressions[i].at("operator").as_string();
    const bool has_values = !expressions[i].at("values").as_array().empty();
    if ((op == "In" || op == "NotIn") && !has_values) {
      faults.required(item.child("values"), "must be specified when `operator` is 'In' or 'NotIn'");
    } else if ((op == "Exists" || op == "DoesNotExist") && has_values) {
      faults.forbidden(item.child("values"),
                       "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    } else if (op != "In" && op != "NotIn" && op != "Exists" && op != "DoesNotExist") {
      faults.invalid(item.child("operator"), op, "not a valid selector operator");
    }
    faults.named(item.child("key"), expressions[i].at("key"), label_key_fault);
  }
}

}  // namespace sluice::api
