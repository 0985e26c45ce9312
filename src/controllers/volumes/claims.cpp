// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/claims.h"

#include <utility>

namespace sluice::controllers::volumes {
namespace {

json::Quantity quantity(const json::Value& value) {
  return json::Quantity::from(value).value_or(json::Quantity());
}

}  // namespace

std::string class_of(const client::Object& claim_or_volume) {
  const std::string& old =
      api::annotation(claim_or_volume, "volume.beta.kubernetes.io/storage-class");
  return old.empty() ? claim_or_volume.at("spec", "storageClassName").as_string() : old;
}

json::Quantity requested(const client::Object& claim) {
  return quantity(claim.at("spec", "resources", "requests", "storage"));
}

json::Quantity capacity(const client::Object& claim_status_or_volume_spec) {
  return quantity(claim_status_or_volume_spec.at("capacity", "storage"));
}

bool is_bound(const client::Object& claim) {
  return api::annotation(claim, kBindCompleted) == "yes";
}

bool is_meant_for(const client::Object& volume, const client::Object& claim) {
  const std::string& uid = volume.at("spec", "claimRef", "uid").as_string();
  return claim_of(volume) == api::key(claim) && (uid.empty() || uid == api::uid(claim));
}

api::Key claim_of(const client::Object& volume) {
  const json::Value& reference = volume.at("spec", "claimRef");
  return {reference.at("namespace").as_string(), reference.at("name").as_string()};
}

client::Object with_claim(const client::Object& volume, const client::Object& claim) {
  client::Object changed = volume;
  if (volume.find("spec", "claimRef") == nullptr) {
    changed["metadata"]["annotations"][kBoundByController] = "yes";
  }
  changed["spec"]["claimRef"] = json::Object{{"apiVersion", "v1"},
                                             {"kind", "PersistentVolumeClaim"},
                                             {"name", api::name(claim)},
                                             {"namespace", api::ns(claim)},
                                             {"resourceVersion", api::resource_version(claim)},
                                             {"uid", api::uid(claim)}};
  return changed;
}

client::Object with_volume(const client::Object& claim, const client::Object& volume) {
  client::Object changed = claim;
  json::Value& annotations = changed["metadata"]["annotations"];
  annotations[kBindCompleted] = "yes";
  if (claim.at("spec", "volumeName").as_string().empty()) {
    annotations[kBoundByController] = "yes";
    changed["spec"]["volumeName"] = api::name(volume);
  }
  return changed;
}

json::Value bound_status(const client::Object& claim, const client::Object& volume) {
  json::Value status = json::Object(claim.at("status").as_object());
  status["phase"] = "Bound";
  status["accessModes"] = volume.at("spec", "accessModes");
  if (status.find("capacity") == nullptr) {
    status["capacity"] = volume.at("spec", "capacity");
  }
  return status;
}

}  // namespace sluice::controllers::volumes
