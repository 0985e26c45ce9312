// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "api/label_syntax.h"
#include "api/validation/rules.h"
#include "base/text.h"

namespace sluice::api {
namespace {

void check_access_modes(const json::Value& modes, const FieldPath& at, Faults& faults) {
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

void check_claim_spec(const json::Value& spec, const FieldPath& at, Faults& faults) {
  if (spec.at("accessModes").as_array().empty()) {
    faults.required(at.child("accessModes"), "at least 1 access mode is required");
  }
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

void check_claim(const json::Value& object, Faults& faults) {
  const FieldPath root;
  check_claim_spec(object.at("spec"), root.child("spec"), faults);
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
  if (spec.at("accessModes").as_array().empty()) {
    faults.required(at.child("accessModes"));
  }
  check_access_modes(spec.at("accessModes"), at.child("accessModes"), faults);
  if (spec.at("capacity").as_object().empty()) {
    faults.required(at.child("capacity"));
  }
  if (spec.at("capacity", "storage").is_null()) {
    faults.unsupported(at.child("capacity"), spec.at("capacity"), {"storage"});
  }
  const json::Value source = source_of(spec);
  std::size_t sources = 0;
  for (const json::Member& member : source.as_object()) {
    if (++sources > 1) {
      faults.forbidden(at.child(member.key), "may not specify more than 1 volume type");
    }
  }
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
  faults.immutable(root.child("volumeMode"), object.at("spec", "volumeMode"),
                   old.at("spec", "volumeMode"));
}

void check_storage_class(const json::Value& object, Faults& faults) {
  const FieldPath root;
  if (object.at("provisioner").as_string().empty()) {
    faults.required(root.child("provisioner"));
  } else {
    const std::string provisioner = to_lower(object.at("provisioner").as_string());
    faults.named(root.child("provisioner"), provisioner, label_key_fault);
  }
  faults.one_of(root.child("reclaimPolicy"), object.at("reclaimPolicy"), {"Delete", "Retain"});
  faults.one_of(root.child("volumeBindingMode"), object.at("volumeBindingMode"),
                {"Immediate", "WaitForFirstConsumer"});
}

void check_csi_driver_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const FieldPath at = root.child("spec");
  faults.immutable(at.child("attachedRequired"), object.at("spec", "attachRequired"),
                   old.at("spec", "attachRequired"));
  faults.immutable(at.child("volumeLifecycleModes"), object.at("spec", "volumeLifecycleModes"),
                   old.at("spec", "volumeLifecycleModes"));
}

void check_attachment_update(const json::Value& object, const json::Value& old, Faults& faults) {
  const FieldPath root;
  const json::Value& spec = object.at("spec");
  if (!(spec == old.at("spec"))) {
    const json::Value source =
        json::Object{{"PersistentVolumeName", spec.at("source", "persistentVolumeName")},
                     {"InlineVolumeSpec", spec.at("source", "inlineVolumeSpec")}};
    faults.invalid(root.child("spec"),
                   json::Object{{"Attacher", spec.at("attacher")},
                                {"Source", source},
                                {"NodeName", spec.at("nodeName")}},
                   "field is immutable");
  }
}

void check_attributes_class_update(const json::Value& object, const json::Value& old,
                                   Faults& faults) {
  const FieldPath root;
  for (const char* member : {"driverName", "parameters"}) {
    if (!(object.at(member) == old.at(member))) {
      faults.forbidden(root.child(member), "updates to " + std::string(member) + " are forbidden.");
    }
  }
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
