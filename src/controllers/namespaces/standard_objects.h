// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "client/client.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Keeps in every namespace what everybody relies on finding there: the ServiceAccount "default" and
// the ConfigMap "kube-root-ca.crt" with the authority that vouches for this server. What is deleted
// or edited comes back.
class StandardObjects final : public runtime::Reconciler {
 public:
  // `ca_pem`: empty, and there is no ConfigMap.
  StandardObjects(client::Client& client, runtime::Informers& informers, std::string ca_pem);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<void> ensure_account(const std::string& ns);
  Result<void> ensure_authority(const std::string& ns);

  client::Client& client_;
  const std::string ca_pem_;
  runtime::Informer& namespaces_;
  runtime::Informer& accounts_;
  runtime::Informer& config_maps_;
};

}  // namespace sluice::controllers
