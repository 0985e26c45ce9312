// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "api/catalog.h"
#include "api/quota/amounts.h"
#include "base/clock.h"
#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Counts what the objects of a namespace use of its ResourceQuotas. Admission charges what is
// created; here quotas begin, and what is gone is given back.
class QuotaController final : public runtime::Reconciler {
 public:
  // Without a catalog objects of custom kinds are not counted.
  QuotaController(client::Client& client, runtime::Informers& informers, Clock& clock,
                  const api::Catalog* catalog = nullptr);

  // Quotas that are new or changed are work, and those of whatever counts otherwise than before.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  void follow(runtime::Controller& controller, runtime::Informer& informer);
  // Adds what objects of custom kinds count for; tells whether the quota limits any.
  Result<bool> count_custom(const client::Object& quota, api::quota::Amounts& used);

  client::Client& client_;
  Clock& clock_;
  runtime::Informer& quotas_;
  std::vector<runtime::Informer*> counted_;
  const api::Catalog* catalog_;
};

}  // namespace sluice::controllers
