// SPDX-License-Identifier: Apache-2.0
#include "controllers/policies/policy_status_controller.h"

#include <utility>

#include "api/policy_check.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

const api::Kind& policy_kind() {
  return *api::find_kind("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy");
}

}  // namespace

PolicyStatusController::PolicyStatusController(client::Client& client,
                                               runtime::Informers& informers,
                                               const api::Catalog* catalog)
    : client_(client),
      policies_(informers.of(policy_kind())),
      catalog_(catalog == nullptr ? builtin_ : *catalog) {}

void PolicyStatusController::connect(runtime::Controller& controller) {
  controller.watch(policies_);
}

Result<runtime::Requeue> PolicyStatusController::reconcile(const api::Key& key) {
  const client::ObjectPtr known = policies_.get(key);
  if (known == nullptr || api::is_being_deleted(*known)) {
    return runtime::Requeue{};
  }
  const std::int64_t generation = known->at("metadata", "generation").as_int();
  if (generation <= known->at("status", "observedGeneration").as_int()) {
    return runtime::Requeue{};
  }
  client::Object policy = *known;
  json::Value checked = json::Object();
  if (json::Array warnings = api::policy_warnings(policy, catalog_); !warnings.empty()) {
    checked["expressionWarnings"] = std::move(warnings);
  }
  policy["status"]["observedGeneration"] = generation;
  policy["status"]["typeChecking"] = std::move(checked);
  TRY(done_or_gone(client_.update(policies_.kind(), policy, client::Part::kStatus)));
  return runtime::Requeue{};
}

}  // namespace sluice::controllers
