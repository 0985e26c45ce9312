// SPDX-License-Identifier: Apache-2.0
#include "controllers/certificates/approving_controller.h"

#include "controllers/certificates/requests.h"
#include "controllers/writes.h"

namespace sluice::controllers {
namespace {

// Nobody tells when a role that was missing is there.
constexpr std::chrono::minutes kAskAgain{5};

}  // namespace

ApprovingController::ApprovingController(client::Client& client, runtime::Informers& informers,
                                         Notary notary, RequestReview review)
    : client_(client),
      requests_(informers.of(api::kinds::certificate_signing_request())),
      notary_(std::move(notary)),
      review_(std::move(review)) {}

void ApprovingController::connect(runtime::Controller& controller) {
  controller.watch(requests_);
}

Result<runtime::Requeue> ApprovingController::reconcile(const api::Key& key) {
  const client::ObjectPtr request = requests_.get(key);
  if (request == nullptr || certificates::is_issued(*request) ||
      certificates::is_decided(*request)) {
    return runtime::Requeue{};
  }
  TRY_ASSIGN(const Notary::Subject subject, notary_.read(certificates::request_pem(*request)));
  const auto grounds = certificates::grounds_for_approval(*request, subject);
  for (const certificates::Ground& ground : grounds) {
    TRY_ASSIGN(const bool allowed, review_(*request, ground.subresource));
    if (allowed) {
      TRY(approve(*request, ground.message));
      return runtime::Requeue{};
    }
  }
  return grounds.empty() ? runtime::Requeue{} : runtime::Requeue{kAskAgain};
}

Result<void> ApprovingController::approve(const client::Object& request,
                                          const std::string& message) {
  client::Object approved = request;
  approved["status"]["conditions"].array().push_back(json::Object{
      {"type", "Approved"}, {"status", "True"}, {"reason", "AutoApproved"}, {"message", message}});
  return done_or_gone(client_.update(requests_.kind(), approved, client::Part::kApproval));
}

}  // namespace sluice::controllers
