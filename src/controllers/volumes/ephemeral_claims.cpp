// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/ephemeral_claims.h"

#include <algorithm>

#include "controllers/volumes/in_use.h"

namespace sluice::controllers {
namespace {

bool needs_claims(const client::Object& pod) {
  const json::Array& volumes = pod.at("spec", "volumes").as_array();
  return !api::is_being_deleted(pod) &&
         std::any_of(volumes.begin(), volumes.end(),
                     [](const json::Value& volume) { return volume.find("ephemeral") != nullptr; });
}

client::Object claim_for(const client::Object& pod, const json::Value& volume) {
  const json::Value& pattern = volume.at("ephemeral", "volumeClaimTemplate");
  client::Object claim = json::Object{{"apiVersion", "v1"}, {"kind", "PersistentVolumeClaim"}};
  json::Value& metadata = claim["metadata"];
  metadata["namespace"] = api::ns(pod);
  metadata["name"] = volumes::ephemeral_claim(pod, volume);
  for (const char* map : {"labels", "annotations"}) {
    if (const json::Value* values = pattern.find("metadata", map)) {
      metadata[map] = *values;
    }
  }
  metadata["ownerReferences"] = json::Array{api::controller_reference(pod)};
  claim["spec"] = pattern.at("spec");
  return claim;
}

}  // namespace

EphemeralClaims::EphemeralClaims(const Setting& setting)
    : client_(setting.client),
      pods_(setting.informers.of(api::kinds::pod())),
      claims_(setting.informers.of(api::kinds::persistent_volume_claim())),
      events_(setting.events) {}

void EphemeralClaims::connect(runtime::Controller& controller) {
  controller.watch(pods_, [](const runtime::Change& change) {
    const bool is_new = change.before == nullptr && needs_claims(*change.after);
    return is_new ? std::vector<api::Key>{api::key(*change.after)} : std::vector<api::Key>{};
  });
  controller.watch_controlled(claims_, api::kinds::pod());
}

Result<runtime::Requeue> EphemeralClaims::reconcile(const api::Key& key) {
  const client::ObjectPtr pod = pods_.get(key);
  if (pod == nullptr || !needs_claims(*pod)) {
    return runtime::Requeue{};
  }
  for (const json::Value& volume : pod->at("spec", "volumes").as_array()) {
    if (volume.find("ephemeral") == nullptr) {
      continue;
    }
    const Result<void> kept = keep_claim(*pod, volume);
    if (!kept) {
      events_.record(*pod, {.type = "Warning",
                            .reason = "FailedBinding",
                            .message = "ephemeral volume " + volume.at("name").as_string() + ": " +
                                       kept.error().message});
      return tl::unexpected(kept.error());
    }
  }
  return runtime::Requeue{};
}

Result<void> EphemeralClaims::keep_claim(const client::Object& pod, const json::Value& volume) {
  const api::Key key{api::ns(pod), volumes::ephemeral_claim(pod, volume)};
  const client::ObjectPtr claim = claims_.get(key);
  if (claim == nullptr) {
    TRY(client_.create(api::kinds::persistent_volume_claim(), claim_for(pod, volume)));
    return {};
  }
  const json::Value* owner = api::controller_of(*claim);
  if (owner == nullptr || owner->at("uid").as_string() != api::uid(pod)) {
    return fail(Code::kConflict, "PVC " + api::to_string(key) + " was not created for pod " +
                                     api::to_string(api::key(pod)) + " (pod is not owner)");
  }
  return {};
}

}  // namespace sluice::controllers
