// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/endpoints/slice_keeper.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps the EndpointSlices of every service with a selector: its pods and the
// zones of their nodes, a hundred to a slice. The
// slices of a service that is gone go with it, by their owner reference.
class SliceController final : public runtime::Reconciler {
 public:
  SliceController(client::Client& client, runtime::Informers& informers);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  runtime::Informer& services_;
  runtime::Informer& pods_;
  runtime::Informer& nodes_;
  endpoints::SliceKeeper keeper_;
};

}  // namespace sluice::controllers
