// SPDX-License-Identifier: Apache-2.0
// A binding is written on the volume first: there the resourceVersion makes sure that only one
// claim gets it. What a crash leaves half done is found again by the volume's claimRef.
#include "controllers/volumes/claim_controller.h"

#include <utility>

#include "base/text.h"
#include "controllers/volumes/claims.h"
#include "controllers/volumes/in_use.h"
#include "controllers/volumes/match.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

using volumes::best_volume;
using volumes::bound_status;
using volumes::capacity;
using volumes::claim_of;
using volumes::class_of;
using volumes::Directories;
using volumes::is_bound;
using volumes::is_meant_for;
using volumes::kProvisionedBy;
using volumes::kProvisioner;
using volumes::kSelectedNode;
using volumes::misfit;
using volumes::requested;
using volumes::with_claim;
using volumes::with_volume;

bool waits_for_consumer(const client::Object& storage_class) {
  return storage_class.at("volumeBindingMode").as_string() == "WaitForFirstConsumer";
}

json::Value with_phase(const client::Object& claim, std::string_view phase) {
  json::Value status = json::Object(claim.at("status").as_object());
  status["phase"] = phase;
  return status;
}

}  // namespace

ClaimController::ClaimController(const Setting& setting, Directories directories)
    : client_(setting.client),
      claims_(setting.informers.of(api::kinds::persistent_volume_claim())),
      volumes_(setting.informers.of(api::kinds::persistent_volume())),
      classes_(setting.informers.of(api::kinds::storage_class())),
      pods_(setting.informers.of(api::kinds::pod())),
      events_(setting.events),
      directories_(std::move(directories)) {
  volumes::index_by_class(volumes_);
  volumes::index_by_class(claims_);
  volumes::index_by_claim(pods_);
}

void ClaimController::connect(runtime::Controller& controller) {
  controller.watch(claims_);
  // A volume concerns the claim it names; one that is free, every claim of its class that waits.
  controller.watch(volumes_, [this](const runtime::Change& change) {
    const api::Key claim = claim_of(change.object());
    std::vector<api::Key> keys;
    if (!claim.name.empty()) {
      keys.push_back(claim);
      return keys;
    }
    for (const auto& waiting : volumes::of_class(claims_, class_of(change.object()))) {
      if (!is_bound(*waiting)) {
        keys.push_back(api::key(*waiting));
      }
    }
    return keys;
  });
  controller.watch(classes_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    for (const auto& claim : volumes::of_class(claims_, api::name(change.object()))) {
      keys.push_back(api::key(*claim));
    }
    return keys;
  });
  controller.watch(pods_, [](const runtime::Change& change) {
    std::vector<api::Key> keys;
    if (change.before == nullptr) {
      for (const std::string& name : volumes::claims_of(*change.after)) {
        keys.push_back({api::ns(*change.after), name});
      }
    }
    return keys;
  });
}

Result<runtime::Requeue> ClaimController::reconcile(const api::Key& key) {
  const client::ObjectPtr claim = claims_.get(key);
  if (claim == nullptr) {
    return runtime::Requeue{};
  }
  if (is_bound(*claim)) {
    TRY(keep_bound(*claim));
  } else if (!api::is_being_deleted(*claim)) {
    TRY(find_volume(*claim));
  }
  return runtime::Requeue{};
}

Result<void> ClaimController::keep_bound(const client::Object& claim) {
  const api::Kind& kind = api::kinds::persistent_volume_claim();
  const client::ObjectPtr volume = volumes_.get({"", claim.at("spec", "volumeName").as_string()});
  if (volume == nullptr || !is_meant_for(*volume, claim)) {
    if (claim.at("status", "phase").as_string() != "Lost") {
      events_.record(claim, {.type = "Warning",
                             .reason = "ClaimLost",
                             .message = volume == nullptr
                                            ? "Bound claim has lost its PersistentVolume. Data on "
                                              "the volume is lost!"
                                            : "Bound claim has lost reference to PersistentVolume. "
                                              "Data on the volume is lost!"});
    }
    return write_status(client_, kind, claim, with_phase(claim, "Lost"));
  }
  json::Value status = bound_status(claim, *volume);
  if (api::annotation(*volume, kProvisionedBy) == Directories::kProvisioner) {
    TRY_ASSIGN(status["capacity"], grow(claim, *volume));
  }
  return write_status(client_, kind, claim, status);
}

// A directory has room for any request: what it is called is all there is to change.
Result<json::Value> ClaimController::grow(const client::Object& claim,
                                          const client::Object& volume) {
  if (capacity(volume.at("spec")) >= requested(claim)) {
    return volume.at("spec", "capacity");
  }
  client::Object larger = volume;
  larger["spec"]["capacity"]["storage"] = requested(claim).to_string();
  TRY_ASSIGN(const client::ObjectPtr written,
             client_.update(api::kinds::persistent_volume(), larger));
  return written->at("spec", "capacity");
}

Result<void> ClaimController::find_volume(const client::Object& claim) {
  const std::string& named = claim.at("spec", "volumeName").as_string();
  if (!named.empty()) {
    return use_named(claim, named);
  }
  const std::string class_name = class_of(claim);
  const client::ObjectPtr storage_class =
      class_name.empty() ? nullptr : classes_.get({"", class_name});
  const bool waits = storage_class != nullptr && waits_for_consumer(*storage_class);
  const client::ObjectPtr volume = best_volume(claim, volumes::of_class(volumes_, class_name));
  // Which volume such a claim gets depends on its pod's node: the scheduler reserves it.
  if (volume != nullptr && (!waits || is_meant_for(*volume, claim))) {
    return bind(claim, *volume);
  }
  if (waits && api::annotation(claim, kSelectedNode).empty()) {
    return wait_for_consumer(claim);
  }
  if (class_name.empty()) {
    return wait(claim, "FailedBinding",
                "no persistent volumes available for this claim and no storage class is set");
  }
  if (storage_class == nullptr) {
    return wait(claim, "ProvisioningFailed",
                "storageclass.storage.k8s.io \"" + class_name + "\" not found", "Warning");
  }
  return provision(claim, *storage_class);
}

Result<void> ClaimController::use_named(const client::Object& claim, const std::string& name) {
  const client::ObjectPtr volume = volumes_.get({"", name});
  if (volume == nullptr) {
    return wait(claim, "FailedBinding", "waiting for volume \"" + name + "\" to appear");
  }
  if (!claim_of(*volume).name.empty() && !is_meant_for(*volume, claim)) {
    return wait(claim, "FailedBinding",
                "volume \"" + name + "\" already bound to a different claim.", "Warning");
  }
  const std::string fault = misfit(*volume, claim);
  if (!fault.empty()) {
    return wait(claim, "VolumeMismatch",
                "Cannot bind to requested volume \"" + name + "\": " + fault, "Warning");
  }
  return bind(claim, *volume);
}

Result<void> ClaimController::bind(const client::Object& claim, const client::Object& volume) {
  if (volume.at("spec", "claimRef", "uid").as_string() != api::uid(claim)) {
    TRY(client_.update(api::kinds::persistent_volume(), with_claim(volume, claim)));
  }
  const api::Kind& kind = api::kinds::persistent_volume_claim();
  TRY_ASSIGN(const client::ObjectPtr bound, client_.update(kind, with_volume(claim, volume)));
  return write_status(client_, kind, *bound, bound_status(*bound, volume));
}

Result<void> ClaimController::provision(const client::Object& claim,
                                        const client::Object& storage_class) {
  const std::string& provisioner = storage_class.at("provisioner").as_string();
  if (provisioner != Directories::kProvisioner) {
    return wait_for_provisioner(claim, provisioner);
  }
  const auto volume = directories_.provision(claim, storage_class);
  if (!volume) {
    TRY(wait(claim, "ProvisioningFailed",
             "failed to provision volume with StorageClass \"" + api::name(storage_class) +
                 "\": " + volume.error().message,
             "Warning"));
    return tl::unexpected(volume.error());
  }
  const auto created = client_.create(api::kinds::persistent_volume(), *volume);
  if (!created && created.error().code != Code::kAlreadyExists) {
    return tl::unexpected(created.error());
  }
  if (created) {
    events_.record(claim, {.reason = "ProvisioningSucceeded",
                           .message = "Successfully provisioned volume " + api::name(*volume)});
  }
  return {};  // the new volume brings the claim back
}

Result<void> ClaimController::wait(const client::Object& claim, std::string_view reason,
                                   const std::string& message, std::string_view type) {
  events_.record(claim, {.type = type, .reason = std::string(reason), .message = message});
  return write_status(client_, api::kinds::persistent_volume_claim(), claim,
                      with_phase(claim, "Pending"));
}

// Provisioners that run elsewhere look for their name on the claim.
Result<void> ClaimController::wait_for_provisioner(const client::Object& claim,
                                                   const std::string& provisioner) {
  if (provisioner == "kubernetes.io/no-provisioner") {
    return wait(claim, "FailedBinding", "no persistent volumes available for this claim");
  }
  if (api::annotation(claim, kProvisioner) != provisioner) {
    client::Object marked = claim;
    json::Value& annotations = marked["metadata"]["annotations"];
    annotations[kProvisioner] = provisioner;
    annotations["volume.beta.kubernetes.io/storage-provisioner"] = provisioner;
    TRY(client_.update(api::kinds::persistent_volume_claim(), marked));
    return {};  // the change brings the claim back
  }
  return wait(
      claim, "ExternalProvisioning",
      "Waiting for a volume to be created either by the external provisioner '" + provisioner +
          "' or manually by the system administrator. If volume creation is delayed, please "
          "verify that the provisioner is running and correctly registered.");
}

Result<void> ClaimController::wait_for_consumer(const client::Object& claim) {
  std::vector<std::string> pods;
  for (const client::ObjectPtr& pod : volumes::pods_with(pods_, claim)) {
    if (pod->at("spec", "nodeName").as_string().empty()) {
      pods.push_back(api::name(*pod));
    }
  }
  if (pods.empty()) {
    return wait(claim, "WaitForFirstConsumer",
                "waiting for first consumer to be created before binding");
  }
  return wait(claim, "WaitForPodScheduled",
              std::string("waiting for ") + (pods.size() == 1 ? "pod " : "pods ") +
                  join(pods, ",") + " to be scheduled");
}

}  // namespace sluice::controllers
