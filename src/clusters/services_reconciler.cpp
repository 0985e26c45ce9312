// SPDX-License-Identifier: Apache-2.0
#include "clusters/services_reconciler.h"

#include "api/meta.h"
#include "services/graph.h"

namespace sluice::clusters {

Result<runtime::Requeue> ServicesReconciler::reconcile(const api::Key& key) {
  const client::ObjectPtr object = objects_.get(key);
  if (object == nullptr || api::is_being_deleted(*object)) {
    return runtime::Requeue{};
  }
  const auto graph = services::read_services_object(*object);
  client::Object changed = *object;
  json::Value status = object->at("status").is_object() ? object->at("status") : json::Object{};
  status["observedGeneration"] = object->at("metadata", "generation");
  api::set_condition(status,
                     {.type = "Valid",
                      .status = graph ? "True" : "False",
                      .reason = graph ? "InOrder" : "Invalid",
                      .message = graph ? "" : graph.error().message},
                     clock_.now());
  if (status != object->at("status")) {
    changed["status"] = std::move(status);
    TRY(client_.update(objects_.kind(), changed, client::Part::kStatus));
  }
  return runtime::Requeue{};
}

}  // namespace sluice::clusters
