// SPDX-License-Identifier: Apache-2.0
#include "controllers/certificates/request_cleaner.h"

#include "base/text.h"
#include "controllers/certificates/requests.h"
#include "controllers/writes.h"

namespace sluice::controllers {

RequestCleaner::RequestCleaner(client::Client& client, runtime::Informers& informers, Clock& clock,
                               Notary notary)
    : client_(client),
      requests_(informers.of(api::kinds::certificate_signing_request())),
      clock_(clock),
      notary_(std::move(notary)) {}

void RequestCleaner::connect(runtime::Controller& controller) {
  controller.watch(requests_);
}

Result<runtime::Requeue> RequestCleaner::reconcile(const api::Key& key) {
  const client::ObjectPtr request = requests_.get(key);
  if (request == nullptr) {
    return runtime::Requeue{};
  }
  std::optional<WallTime> expires;
  if (certificates::is_issued(*request) && notary_.expires) {
    const auto pem = base64_decode(request->at("status", "certificate").as_string());
    const auto end = notary_.expires(pem.value_or(""));
    expires = end ? std::optional(*end) : std::nullopt;
  }
  const auto due = certificates::cleaned_at(*request, expires);
  if (!due) {
    return runtime::Requeue{};
  }
  if (const WallTime now = clock_.now(); now < *due) {
    return runtime::Requeue{*due - now};
  }
  TRY(done_or_gone(client_.remove(requests_.kind(), key, {.uid = api::uid(*request)})));
  return runtime::Requeue{};
}

}  // namespace sluice::controllers
