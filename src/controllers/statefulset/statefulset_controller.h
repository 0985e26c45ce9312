// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/owned/failures.h"
#include "controllers/owned/pod_keeper.h"
#include "controllers/owned/revisions.h"
#include "controllers/statefulset/plan.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps the numbered pods and volume claims of apps/v1 StatefulSets. The decisions are in
// statefulset/plan.h. Thread-safe as a Reconciler is.
class StatefulSetController final : public runtime::Reconciler {
 public:
  // Adds indexes: construct before the informers start.
  explicit StatefulSetController(const Setting& setting);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<runtime::Requeue> keep(const client::Object& set);
  Result<void> carry_out(const client::Object& set, const statefulset::Plan& plan);
  Result<void> repair(const client::Object& set, const client::Object& pod);
  Result<void> ensure_claims(const client::Object& set, std::int64_t ordinal);
  Result<void> give_claims(const client::Object& set, const client::Object& pod, bool surplus);
  Result<void> forget_revisions(const client::Object& set, const owned::Pods& pods,
                                const std::vector<client::ObjectPtr>& revisions,
                                const json::Value& status);

  client::Client& client_;
  runtime::Informer& sets_;
  runtime::Informer& claims_;
  runtime::EventRecorder& events_;
  Clock& clock_;
  owned::PodKeeper keeper_;
  owned::Revisions revisions_;
  owned::Failures failures_;
};

}  // namespace sluice::controllers
