// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/mirroring_controller.h"

#include "controllers/endpoints/labels.h"
#include "controllers/endpoints/slice_groups.h"

namespace sluice::controllers {
namespace {

constexpr const char* kSkip = "endpointslice.kubernetes.io/skip-mirror";
constexpr const char* kElection = "control-plane.alpha.kubernetes.io/leader";

bool is_mirrored(const client::ObjectPtr& endpoints, const client::ObjectPtr& service) {
  return endpoints != nullptr && service != nullptr && !api::is_being_deleted(*endpoints) &&
         api::label(*endpoints, kSkip) != "true" &&
         endpoints->find("metadata", "annotations", kElection) == nullptr &&
         service->at("spec", "selector").as_object().empty();
}

}  // namespace

MirroringController::MirroringController(client::Client& client, runtime::Informers& informers)
    : services_(informers.of(api::kinds::service())),
      endpoints_(informers.of(api::kinds::endpoints())),
      keeper_(client, informers, "endpointslicemirroring-controller.k8s.io") {}

void MirroringController::connect(runtime::Controller& controller) {
  controller.watch(services_);
  controller.watch(endpoints_);
  keeper_.connect(controller);
}

Result<runtime::Requeue> MirroringController::reconcile(const api::Key& key) {
  const client::ObjectPtr found = endpoints_.get(key);
  const auto groups = is_mirrored(found, services_.get(key)) ? endpoints::groups_of_subsets(*found)
                                                             : std::vector<endpoints::SliceGroup>{};
  if (groups.empty()) {
    TRY(keeper_.remove_all(key));
  } else {
    TRY(keeper_.keep(*found, found->at("metadata", "labels"), groups));
  }
  return runtime::Requeue{};
}

}  // namespace sluice::controllers
