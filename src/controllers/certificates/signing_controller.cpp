// SPDX-License-Identifier: Apache-2.0
#include "controllers/certificates/signing_controller.h"

#include "base/text.h"
#include "base/timestamp.h"
#include "controllers/certificates/requests.h"
#include "controllers/writes.h"

namespace sluice::controllers {

SigningController::SigningController(client::Client& client, runtime::Informers& informers,
                                     Clock& clock, Notary notary)
    : client_(client),
      requests_(informers.of(api::kinds::certificate_signing_request())),
      clock_(clock),
      notary_(std::move(notary)) {}

void SigningController::connect(runtime::Controller& controller) {
  controller.watch(requests_);
}

Result<runtime::Requeue> SigningController::reconcile(const api::Key& key) {
  const client::ObjectPtr request = requests_.get(key);
  if (request == nullptr || !certificates::awaits_signature(*request) ||
      !certificates::is_known_signer(request->at("spec", "signerName").as_string())) {
    return runtime::Requeue{};
  }
  TRY_ASSIGN(const json::Value status, signed_status(*request));
  TRY(write_status(client_, requests_.kind(), *request, status));
  return runtime::Requeue{};
}

Result<json::Value> SigningController::signed_status(const client::Object& request) const {
  const std::string pem = certificates::request_pem(request);
  const std::vector<std::string> usages = certificates::usages(request);
  TRY_ASSIGN(const Notary::Subject subject, notary_.read(pem));
  const WallTime now = clock_.now();
  json::Value status = request.at("status");
  const auto fits =
      certificates::check_fit(request.at("spec", "signerName").as_string(), subject, usages);
  if (!fits) {
    status["conditions"].array().push_back(json::Object{{"type", "Failed"},
                                                        {"status", "True"},
                                                        {"reason", "SignerValidationFailure"},
                                                        {"message", fits.error().message},
                                                        {"lastUpdateTime", format_rfc3339(now)}});
    return status;
  }
  TRY_ASSIGN(const std::string certificate,
             notary_.sign({.request_pem = pem,
                           .usages = usages,
                           .now = now,
                           .length = certificates::length(request)}));
  status["certificate"] = base64_encode(certificate);
  return status;
}

}  // namespace sluice::controllers
