// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/certificates/notary.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Gives approved CertificateSigningRequests for the control plane's own signers their certificate,
// or the condition Failed when they do not fit the signer.
class SigningController final : public runtime::Reconciler {
 public:
  SigningController(client::Client& client, runtime::Informers& informers, Clock& clock,
                    Notary notary);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<json::Value> signed_status(const client::Object& request) const;

  client::Client& client_;
  runtime::Informer& requests_;
  Clock& clock_;
  const Notary notary_;
};

}  // namespace sluice::controllers
