// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Says on every FlowSchema whether the priority level it names is missing: the condition Dangling.
class FlowSchemaController final : public runtime::Reconciler {
 public:
  FlowSchemaController(client::Client& client, runtime::Informers& informers, Clock& clock);

  // Schemas are work, also when their level comes or goes.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::Client& client_;
  Clock& clock_;
  runtime::Informer& schemas_;
  runtime::Informer& levels_;
};

}  // namespace sluice::controllers
