// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/endpoints/slice_keeper.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Copies Endpoints that somebody keeps by hand, for a service without selector, into
// EndpointSlices, which is where clients look today.
class MirroringController final : public runtime::Reconciler {
 public:
  MirroringController(client::Client& client, runtime::Informers& informers);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  runtime::Informer& services_;
  runtime::Informer& endpoints_;
  endpoints::SliceKeeper keeper_;
};

}  // namespace sluice::controllers
