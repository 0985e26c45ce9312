// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/owned/pod_keeper.h"
#include "controllers/replicas/plan.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps the wanted number of pods of one of two kinds: apps/v1 ReplicaSet or v1
// ReplicationController. The decisions are in replicas/plan.h. Thread-safe as a Reconciler is.
class ReplicaController final : public runtime::Reconciler {
 public:
  // Construct before the informers start.
  ReplicaController(const Setting& setting, const api::Kind& kind);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<runtime::Requeue> keep(const client::Object& set);
  Result<void> carry_out(const client::Object& set, const replicas::Scaling& scaling);

  client::Client& client_;
  runtime::Informer& sets_;
  Clock& clock_;
  owned::PodKeeper keeper_;
};

}  // namespace sluice::controllers
