// SPDX-License-Identifier: Apache-2.0
#include "controllers/endpoints/endpoints_controller.h"

#include <utility>

#include "controllers/endpoints/labels.h"
#include "controllers/endpoints/service_pods.h"
#include "controllers/endpoints/subsets.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

using endpoints::follows_pods;
using endpoints::index_by_label;
using endpoints::labels_from;
using endpoints::pods_of;
using endpoints::services_of;
using endpoints::Subsets;
using endpoints::subsets;

constexpr const char* kManagedBy = "endpoints.kubernetes.io/managed-by";
constexpr const char* kController = "endpoint-controller";
constexpr const char* kOverCapacity = "endpoints.kubernetes.io/over-capacity";

// The service's Endpoints as they should be, made from those there are (null: none).
client::Object wanted(const client::Object& service, const client::ObjectPtr& found,
                      const std::vector<client::ObjectPtr>& pods) {
  client::Object object = found != nullptr
                              ? *found
                              : client::Object(json::Object{
                                    {"apiVersion", api::kinds::endpoints().api_version()},
                                    {"kind", api::kinds::endpoints().kind},
                                    {"metadata", json::Object{{"name", api::name(service)},
                                                              {"namespace", api::ns(service)}}}});
  json::Value labels = labels_from(service);
  labels[kManagedBy] = kController;
  object["metadata"]["labels"] = std::move(labels);
  Subsets content = subsets(service, pods);
  if (content.truncated) {
    object["metadata"]["annotations"][kOverCapacity] = "truncated";
  } else if (json::Value* annotations = object.find("metadata", "annotations")) {
    annotations->erase(kOverCapacity);
  }
  if (content.subsets.empty()) {
    object.erase("subsets");
  } else {
    object["subsets"] = std::move(content.subsets);
  }
  return object;
}

}  // namespace

EndpointsController::EndpointsController(client::Client& client, runtime::Informers& informers)
    : client_(client),
      services_(informers.of(api::kinds::service())),
      pods_(informers.of(api::kinds::pod())),
      endpoints_(informers.of(api::kinds::endpoints())) {
  index_by_label(pods_);
}

void EndpointsController::connect(runtime::Controller& controller) {
  controller.watch(services_);
  controller.watch(endpoints_);
  controller.watch(
      pods_, [this](const runtime::Change& change) { return services_of(services_, change); });
}

Result<runtime::Requeue> EndpointsController::reconcile(const api::Key& key) {
  const client::ObjectPtr service = services_.get(key);
  if (service == nullptr) {
    TRY(remove(key));
  } else if (follows_pods(*service) && !api::is_being_deleted(*service)) {
    TRY(keep(*service));
  }
  return runtime::Requeue{};
}

// Only what this controller made: Endpoints without a service may be somebody's own.
Result<void> EndpointsController::remove(const api::Key& key) {
  const client::ObjectPtr found = endpoints_.get(key);
  if (found == nullptr || api::label(*found, kManagedBy) != kController) {
    return {};
  }
  return done_or_gone(client_.remove(api::kinds::endpoints(), key, {.uid = api::uid(*found)}));
}

Result<void> EndpointsController::keep(const client::Object& service) {
  const client::ObjectPtr found = endpoints_.get(api::key(service));
  const client::Object object = wanted(service, found, pods_of(pods_, service));
  if (found == nullptr) {
    TRY(client_.create(api::kinds::endpoints(), object));
  } else if (object != *found) {
    TRY(client_.update(api::kinds::endpoints(), object));
  }
  return {};
}

}  // namespace sluice::controllers
