// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "client/client.h"
#include "runtime/informer.h"
#include "runtime/reconciler.h"

namespace sluice::clusters {

// Says of each NodeServices object whether its services can be started in some order. Where it was
// written through a server that asks first, it always can.
class ServicesReconciler final : public runtime::Reconciler {
 public:
  ServicesReconciler(client::Client& client, Clock& clock, const runtime::Informer& objects)
      : client_(client), clock_(clock), objects_(objects) {}

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::Client& client_;
  Clock& clock_;
  const runtime::Informer& objects_;
};

}  // namespace sluice::clusters
