// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps the taints of nodes in step with their conditions, so that a node that is not ready or is
// cordoned gets no new pods.
class NodeTaints final : public runtime::Reconciler {
 public:
  NodeTaints(client::Client& client, runtime::Informers& informers);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::Client& client_;
  runtime::Informer& nodes_;
};

}  // namespace sluice::controllers
