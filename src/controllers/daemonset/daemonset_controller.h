// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/daemonset/plan.h"
#include "controllers/owned/failures.h"
#include "controllers/owned/pod_keeper.h"
#include "controllers/owned/revisions.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps a pod of every apps/v1 DaemonSet on every fitting node. The decisions are in
// daemonset/plan.h. Thread-safe as a Reconciler is.
class DaemonSetController final : public runtime::Reconciler {
 public:
  // Adds indexes: construct before the informers start.
  explicit DaemonSetController(const Setting& setting);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<runtime::Requeue> keep(const client::Object& set);
  std::vector<api::Key> concerned(const runtime::Change& node) const;

  client::Client& client_;
  runtime::Informer& sets_;
  runtime::Informer& nodes_;
  runtime::EventRecorder& events_;
  Clock& clock_;
  owned::PodKeeper keeper_;
  owned::Revisions revisions_;
  owned::Failures failures_;
};

}  // namespace sluice::controllers
