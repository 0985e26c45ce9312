// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "controllers/certificates/notary.h"
#include "runtime/controller.h"
#include "runtime/informers.h"
#include "runtime/reconciler.h"

namespace sluice::controllers {

// Whether the author of a CertificateSigningRequest may create that subresource of such requests
// ("nodeclient"). Null: nobody can be asked.
using RequestReview =
    std::function<Result<bool>(const client::Object& request, const std::string& subresource)>;

// Approves CertificateSigningRequests for the client certificates of kubelets whose authors may
// have them: their own renewed, or that of any node. All others are for people to decide.
class ApprovingController final : public runtime::Reconciler {
 public:
  ApprovingController(client::Client& client, runtime::Informers& informers, Notary notary,
                      RequestReview review);

  void connect(runtime::Controller& controller);

  Result<runtime::Requeue> reconcile(const api::Key& key) override;

 private:
  Result<void> approve(const client::Object& request, const std::string& message);

  client::Client& client_;
  runtime::Informer& requests_;
  const Notary notary_;
  const RequestReview review_;
};

}  // namespace sluice::controllers
