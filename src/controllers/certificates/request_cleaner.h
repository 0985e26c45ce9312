// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "controllers/certificates/notary.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Deletes CertificateSigningRequests that are of no use any more: an hour after they were answered,
// a day after they were not, and when their certificate is over.
class RequestCleaner final : public runtime::Reconciler {
 public:
  RequestCleaner(client::Client& client, runtime::Informers& informers, Clock& clock,
                 Notary notary);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  client::Client& client_;
  runtime::Informer& requests_;
  Clock& clock_;
  const Notary notary_;
};

}  // namespace sluice::controllers
