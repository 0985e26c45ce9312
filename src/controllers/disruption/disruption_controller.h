// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/disruption/budget.h"
#include "controllers/disruption/scales.h"
#include "controllers/setting.h"
#include "runtime/controller.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Counts for every PodDisruptionBudget how many of its pods may be evicted now, which evictions go
// by. An eviction writes down the pod it takes; here it is struck off when the pod goes, or when it
// has stayed for two minutes.
class DisruptionController final : public runtime::Reconciler {
 public:
  // Without a catalog, pods of custom controllers cannot be counted.
  explicit DisruptionController(const Setting& setting, const api::Catalog* catalog = nullptr);

  // Budgets are work, those of changed pods, and those that go by a changed controller's scale.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  std::vector<api::Key> budgets_of(const runtime::Change& pod) const;
  std::vector<api::Key> budgets_by_scale(const runtime::Change& owner) const;

  Result<disruption::Expected> expected(const client::Object& budget,
                                        const disruption::Pods& pods) const;
  Result<disruption::Outlook> look(const client::Object& budget);
  void tell(const client::Object& budget, const disruption::Pods& pods,
            const disruption::Expected& expected);
  Result<runtime::Requeue> give_up(const client::Object& budget, const Error& error);

  client::Client& client_;
  runtime::Informer& budgets_;
  runtime::Informer& pods_;
  const disruption::Scales scales_;
  runtime::EventRecorder& events_;
  Clock& clock_;
};

}  // namespace sluice::controllers
