// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/slice_controller.h"

#include "controllers/endpoints/labels.h"
#include "controllers/endpoints/service_pods.h"
#include "controllers/endpoints/slice_groups.h"

namespace sluice::controllers {
namespace {

std::string zone_of(const client::ObjectPtr& node) {
  return node == nullptr ? "" : api::label(*node, "topology.kubernetes.io/zone");
}

}  // namespace

SliceController::SliceController(client::Client& client, runtime::Informers& informers)
    : services_(informers.of(api::kinds::service())),
      pods_(informers.of(api::kinds::pod())),
      nodes_(informers.of(api::kinds::node())),
      keeper_(client, informers, "endpointslice-controller.k8s.io") {
  endpoints::index_by_label(pods_);
}

void SliceController::connect(runtime::Controller& controller) {
  controller.watch(services_);
  controller.watch(pods_, [this](const runtime::Change& change) {
    return endpoints::services_of(services_, change);
  });
  controller.watch(nodes_, [this](const runtime::Change& change) {
    std::vector<api::Key> keys;
    if (zone_of(change.before) != zone_of(change.after)) {
      for (const auto& service : services_.list()) {
        keys.push_back(api::key(*service));
      }
    }
    return keys;
  });
  keeper_.connect(controller);
}

Result<runtime::Requeue> SliceController::reconcile(const api::Key& key) {
  const client::ObjectPtr service = services_.get(key);
  if (service == nullptr || api::is_being_deleted(*service) || !endpoints::follows_pods(*service)) {
    return runtime::Requeue{};
  }
  const auto groups = endpoints::groups_of_pods(*service, endpoints::pods_of(pods_, *service),
                                                [this](const std::string& node) {
                                                  return zone_of(nodes_.get({"", node}));
                                                });
  TRY(keeper_.keep(*service, endpoints::labels_from(*service), groups));
  return runtime::Requeue{};
}

}  // namespace sluice::controllers
