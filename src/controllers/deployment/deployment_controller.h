// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/deployment/plan.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Rolls apps/v1 Deployments out through replica sets. The decisions are in deployment/plan.h.
// Thread-safe as a Reconciler is.
class DeploymentController final : public runtime::Reconciler {
 public:
  // Adds indexes to informers: construct before they start.
  explicit DeploymentController(const Setting& setting);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  std::vector<api::Key> recreating_owner_of_pod(const runtime::Change& change) const;
  owned::Pods pods_of(const client::Object& deployment,
                      const std::vector<client::ObjectPtr>& sets) const;
  Result<void> carry_out(const client::Object& deployment, const deployment::Plan& plan);
  Result<void> create(const client::Object& deployment, const client::Object& set);
  Result<void> resolve_collision(const client::Object& deployment, const client::Object& set);
  Result<void> report_failure(const client::Object& deployment, const client::Object& set,
                              const Error& error);

  client::Client& client_;
  runtime::Informer& deployments_;
  runtime::Informer& sets_;
  runtime::Informer& pods_;
  runtime::EventRecorder& events_;
  Clock& clock_;
};

}  // namespace sluice::controllers
