// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "api/catalog.h"
#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Checks the expressions of every ValidatingAdmissionPolicy against the kinds it names and writes
// what does not fit to its status.typeChecking, once for each generation. Policies work whatever it
// finds.
class PolicyStatusController final : public runtime::Reconciler {
 public:
  // `catalog` knows the custom kinds; null: only the built-in ones are checked.
  PolicyStatusController(client::Client& client, runtime::Informers& informers,
                         const api::Catalog* catalog);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::Client& client_;
  runtime::Informer& policies_;
  const api::Catalog builtin_;
  const api::Catalog& catalog_;
};

}  // namespace sluice::controllers
