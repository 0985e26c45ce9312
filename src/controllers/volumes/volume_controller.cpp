// SPDX-License-Identifier: Apache-2.0
#include "controllers/volumes/volume_controller.h"

#include <utility>

#include "controllers/volumes/claims.h"
#include "controllers/volumes/directories.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

using volumes::claim_of;
using volumes::Directories;
using volumes::is_meant_for;
using volumes::kBoundByController;
using volumes::kProvisionedBy;

constexpr const char* kByClaim = "claim";

bool is_ours(const client::Object& volume) {
  return api::annotation(volume, kProvisionedBy) == Directories::kProvisioner;
}

}  // namespace

VolumeController::VolumeController(const Setting& setting)
    : client_(setting.client),
      volumes_(setting.informers.of(api::kinds::persistent_volume())),
      claims_(setting.informers.of(api::kinds::persistent_volume_claim())),
      events_(setting.events) {
  volumes_.add_index(kByClaim, [](const client::Object& volume) {
    return std::vector<std::string>{api::to_string(claim_of(volume))};
  });
}

void VolumeController::connect(runtime::Controller& controller) {
  controller.watch(volumes_);
  controller.watch(claims_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    for (const auto& volume :
         volumes_.by_index(kByClaim, api::to_string(api::key(change.object())))) {
      keys.push_back(api::key(*volume));
    }
    return keys;
  });
}

Result<runtime::Requeue> VolumeController::reconcile(const api::Key& key) {
  const client::ObjectPtr volume = volumes_.get(key);
  if (volume == nullptr) {
    return runtime::Requeue{};
  }
  if (volume->at("spec", "claimRef", "uid").as_string().empty()) {
    TRY(set_phase(*volume, "Available"));  // also while it is kept for a claim to come
    return runtime::Requeue{};
  }
  // From the server: what follows may remove data, and the informer's copy may be old.
  const auto claim = client_.get(api::kinds::persistent_volume_claim(), claim_of(*volume));
  if (!claim && claim.error().code != Code::kNotFound) {
    return tl::unexpected(claim.error());
  }
  if (!claim || !is_meant_for(*volume, **claim)) {
    TRY(release(*volume));
    return runtime::Requeue{};
  }
  const std::string& chosen = (*claim)->at("spec", "volumeName").as_string();
  if (chosen == api::name(*volume)) {
    TRY(set_phase(*volume, "Bound"));
  } else if (!chosen.empty()) {  // it got another one meanwhile
    TRY(is_ours(*volume) ? release(*volume) : give_back(*volume));
  }
  return runtime::Requeue{};
}

Result<void> VolumeController::release(const client::Object& volume) {
  const bool removes =
      volume.at("spec", "persistentVolumeReclaimPolicy").as_string() == "Delete" && is_ours(volume);
  // Only a volume that is not bound can go.
  if (!removes || volume.at("status", "phase").as_string() == "Bound") {
    return set_phase(volume, "Released");
  }
  const auto removed = Directories::remove(volume);
  if (!removed) {
    events_.record(
        volume,
        {.type = "Warning", .reason = "VolumeFailedDelete", .message = removed.error().message});
    TRY(set_phase(volume, "Failed", removed.error().message));
    return removed;
  }
  return done_or_gone(
      client_.remove(api::kinds::persistent_volume(), api::key(volume), {.uid = api::uid(volume)}));
}

// A choice of ours that was one too many; a user's own choice stands.
Result<void> VolumeController::give_back(const client::Object& volume) {
  if (api::annotation(volume, kBoundByController) != "yes") {
    return {};
  }
  client::Object free = volume;
  free["spec"].erase("claimRef");
  free["metadata"]["annotations"].erase(kBoundByController);
  TRY(client_.update(api::kinds::persistent_volume(), free));
  return {};
}

Result<void> VolumeController::set_phase(const client::Object& volume, std::string_view phase,
                                         const std::string& message) {
  json::Value status = json::Object(volume.at("status").as_object());
  status["phase"] = phase;
  if (message.empty()) {
    status.erase("message");
  } else {
    status["message"] = message;
  }
  return write_status(client_, api::kinds::persistent_volume(), volume, status);
}

}  // namespace sluice::controllers
