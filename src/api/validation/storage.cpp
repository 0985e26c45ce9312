// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "api/label_syntax.h"
#include "api/validation/rules.h"

namespace sluice::api {
namespace {

void check_access_modes(const json::Value& modes, const FieldPath& at, Faults& faults) {
  if (modes.as_array().empty()) {
    faults.required(at, "at least 1 access mode is required");
  }
  bool alone = false;
  for (const json::Value& mode : modes.as_array()) {
    faults.one_of(at, mode, {"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"});
    alone = alone || mode.as_string() == "ReadWriteOncePod";
  }
  if (alone && modes.as_array().size() > 1) {
    faults.forbidden(at, "may not use ReadWriteOncePod with other access modes");
  }
}

// Everything of a volume's spec that is not a source.
constexpr std::array<std::string_view, 9> kVolumeFacts = {
    "accessModes",      "capacity",
    "claimRef",         "mountOptions",
    "nodeAffinity",     "persistentVolumeReclaimPolicy",
    "storageClassName", "volumeAttributesClassName",
    "volumeMode"};

json::Value source_of(const json::Value& spec) {
  json::Value source = spec;
  for (const std::string_view fact : kVolumeFacts) {
    source.erase(fact);
  }
  return source;
}

}  // namespace

void check_claim(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  check_access_modes(spec.at("accessModes"), at.child("accessModes"), faults);
  if (!spec.at("selector").is_null()) {
    check_label_selector(spec.at("selector"), at.child("selector"), faults);
  }
  if (spec.at("resources", "requests", "storage").is_null()) {
    const FieldPath resources = at.child("resources");
    faults.required(resources.key("storage"));
  }
  if (!spec.at("storageClassName").as_string().empty()) {
    faults.named(at.child("storageClassName"), spec.at("storageClassName"), dns_subdomain_fault);
  }
  faults.one_of(at.child("volumeMode"), spec.at("volumeMode"), {"Block", "Filesystem"});
}

void check_claim_update(const json::Value& object, const json::Value& old, Faults& faults) {
  json::Value now = object.at("spec");
  json::Value before = old.at("spec");
  if (before.at("volumeName").as_string().empty()) {
    now.erase("volumeName");
    before.erase("volumeName");
  }
  if (before.at("storageClassName").is_null()) {
    now.erase("storageClassName");
  }
  if (object.at("status", "phase").as_string() == "Bound") {
    for (json::Value* spec : {&now, &before}) {
      spec->erase("resources");
      spec->erase("volumeAttributesClassName");
    }
  }
  if (!(now == before)) {
    const FieldPath root;
    faults.forbidden(root.child("spec"),
                     "spec is immutable after creation except resources.requests and "
                     "volumeAttributesClassName for bound claims");
  }
}

void check_volume(const json::Value& object, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  const json::Value& spec = object.at("spec");
  check_access_modes(spec.at("accessModes"), at.child("accessModes"), faults);
  if (spec.at("capacity").as_object().empty()) {
    faults.required(at.child("capacity"));
  } else if (spec.at("capacity", "storage").is_null()) {
    faults.unsupported(at.child("capacity"), spec.at("capacity"), {"storage"});
  }
  const std::size_t sources = source_of(spec).as_object().size();
  if (sources == 0) {
    faults.required(at, "must specify a volume type");
  }
  faults.one_of(at.child("persistentVolumeReclaimPolicy"), spec.at("persistentVolumeReclaimPolicy"),
                {"Delete", "Recycle", "Retain"});
  faults.one_of(at.child("volumeMode"), spec.at("volumeMode"), {"Block", "Filesystem"});
}

void check_volume_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  if (!(source_of(object.at("spec")) == source_of(old.at("spec")))) {
    faults.forbidden(at.child("persistentvolumesource"),
                     "spec.persistentvolumesource is immutable after creation");
  }
  faults.immutable(at.child("volumeMode"), object.at("spec", "volumeMode"),
                   old.at("spec", "volumeMode"));
}

void check_storage_class(const json::Value& object, Faults& faults) {
  const FieldPath root;
  if (object.at("provisioner").as_string().empty()) {
    faults.required(root.child("provisioner"));
  }
  faults.one_of(root.child("reclaimPolicy"), object.at("reclaimPolicy"), {"Delete", "Retain"});
  faults.one_of(root.child("volumeBindingMode"), object.at("volumeBindingMode"),
                {"Immediate", "WaitForFirstConsumer"});
}

void check_storage_class_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  for (const char* member : {"parameters", "provisioner", "reclaimPolicy"}) {
    if (!(object.at(member) == old.at(member))) {
      faults.forbidden(root.child(member), "updates to " + std::string(member) + " are forbidden.");
    }
  }
  faults.immutable(root.child("volumeBindingMode"), object.at("volumeBindingMode"),
                   old.at("volumeBindingMode"));
}

}  // namespace sluice::api
