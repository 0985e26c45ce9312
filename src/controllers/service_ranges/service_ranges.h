// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/clock.h"
#include "client/client.h"
#include "controllers/volumes/protection.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// A ServiceCIDR stays while services have addresses that no other one has.
class RangeProtection final : public Protection {
 public:
  RangeProtection(client::Client& client, runtime::Informers& informers);

  // Ranges are work, and those that are to go also when another range or an address changes.
  void connect(runtime::Controller& controller);

 private:
  Result<bool> is_used(const client::Object& range) override;

  runtime::Informer& ranges_;
  runtime::Informer& addresses_;
};

// Says on every ServiceCIDR whether addresses are given out of it: the condition Ready.
class RangeStatus final : public runtime::Reconciler {
 public:
  RangeStatus(client::Client& client, runtime::Informers& informers, Clock& clock);
  void connect(runtime::Controller& controller);
  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::Client& client_;
  Clock& clock_;
  runtime::Informer& ranges_;
};

}  // namespace sluice::controllers
