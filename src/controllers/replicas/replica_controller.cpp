// SPDX-License-Identifier: Apache-2.0
#include "controllers/replicas/replica_controller.h"

#include "controllers/owned/pod_template.h"
#include "controllers/writes.h"

namespace sluice::controllers {

ReplicaController::ReplicaController(const Setting& setting, const api::Kind& kind)
    : client_(setting.client),
      sets_(setting.informers.of(kind)),
      clock_(setting.clock),
      keeper_(setting, kind) {}

void ReplicaController::connect(runtime::Controller& controller) {
  keeper_.connect(controller);
}

Result<runtime::Requeue> ReplicaController::reconcile(const api::Key& key) {
  return keeper_.when_settled(key, [this](const client::Object& set) { return keep(set); });
}

Result<runtime::Requeue> ReplicaController::keep(const client::Object& set) {
  TRY_ASSIGN(const owned::Pods pods, keeper_.claim(set));
  const replicas::Scaling wanted = replicas::scale(set, pods, clock_.now());
  const Result<void> scaled = carry_out(set, wanted);
  std::optional<replicas::Failure> failure;
  if (!scaled) {
    failure = {wanted.create > 0 ? "FailedCreate" : "FailedDelete", scaled.error().message};
  }
  const replicas::Status status = replicas::status(set, pods, failure, clock_.now());
  TRY(write_status(client_, sets_.kind(), set, status.value));
  TRY(scaled);
  return runtime::Requeue{status.again};
}

Result<void> ReplicaController::carry_out(const client::Object& set,
                                          const replicas::Scaling& scaling) {
  TRY(keeper_.remove(set, scaling.remove));
  return keeper_.create_some(set, scaling.create, [&](std::size_t) {
    return owned::new_pod(set, set.at("spec", "template"), owned::new_pod_name(api::name(set)));
  });
}

}  // namespace sluice::controllers
