// SPDX-License-Identifier: Apache-2.0
#include "cmd/webhook_post.h"

#include "cmd/url_request.h"
#include "http/digest.h"

namespace sluice::cmd {
namespace {

constexpr Duration kPatience = std::chrono::seconds(10);

}  // namespace

Result<void> post_notice(const jobs::Notice& notice) {
  const auto url = request_to(notice.url);
  if (!url) {
    return tl::unexpected(with_context(url.error(), "spec.webhook.url"));
  }
  http::ClientRequest request{.method = "POST",
                              .target = url->target,
                              .content_type = "application/json",
                              .body = notice.body};
  request.headers.add("X-Slurmjob-Signature",
                      "sha256=" + http::hmac_sha256(notice.key, notice.body));
  request.headers.add("X-Slurmjob-Delivery", notice.delivery);
  TRY_ASSIGN(const auto response, url->client->send(request, kPatience));
  if (!is_success(response.status)) {
    return fail(Code::kUnavailable,
                "the webhook answers " + std::to_string(response.status) + ": expected 2xx");
  }
  return {};
}

}  // namespace sluice::cmd
