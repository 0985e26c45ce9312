// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps the Endpoints of every service with a selector, for clients older than EndpointSlices. They
// have the service's name and go with it.
class EndpointsController final : public runtime::Reconciler {
 public:
  EndpointsController(client::Client& client, runtime::Informers& informers);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<void> remove(const api::Key& key);
  Result<void> keep(const client::Object& service);

  client::Client& client_;
  runtime::Informer& services_;
  runtime::Informer& pods_;
  runtime::Informer& endpoints_;
};

}  // namespace sluice::controllers
