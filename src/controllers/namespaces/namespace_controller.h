// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/clock.h"
#include "client/client.h"
#include "controllers/namespaces/leftovers.h"
#include "runtime/controller.h"
#include "runtime/custom_informers.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Empties a namespace that is being deleted, then takes the "kubernetes" finalizer off its spec so
// that it goes. Pods end first: what protects them, such as network policies, stays until then.
class NamespaceController final : public runtime::Reconciler {
 public:
  // Without `custom` only objects of built-in kinds are removed.
  NamespaceController(client::Client& client, runtime::Informers& informers, Clock& clock,
                      runtime::CustomInformers* custom = nullptr);

  // Terminating namespaces are work, and again whenever something in them is gone.
  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  namespaces::Leftovers remove_contents(const std::string& ns);
  void remove_all(const api::Kind& kind, const std::string& ns, namespaces::Leftovers& left);
  Result<void> try_remove(const api::Kind& kind, const std::string& ns,
                          namespaces::Leftovers& left);
  Result<void> tell(const client::Object& home, const namespaces::Leftovers& left);
  std::vector<api::Key> affected(const runtime::Change& change) const;

  client::Client& client_;
  Clock& clock_;
  runtime::Informer& namespaces_;
  std::vector<runtime::Informer*> contents_;
  runtime::CustomInformers* const custom_;
};

}  // namespace sluice::controllers
