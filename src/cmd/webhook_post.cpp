// SPDX-License-Identifier: Apache-2.0
#include "cmd/webhook_post.h"

#include "http/client.h"
#include "http/digest.h"
#include "http/url.h"

namespace sluice::cmd {
namespace {

constexpr Duration kPatience = std::chrono::seconds(10);

}  // namespace

Result<void> post_notice(const jobs::Notice& notice) {
  const auto url = http::parse_url(notice.url);
  if (!url) {
    return fail(Code::kInvalid, "spec.webhook.url: " + url.error().message);
  }
  TRY_ASSIGN(
      const auto client,
      http::make_client(
          {.host = url->host, .port = url->port, .plain = url->plain, .system_authorities = true}));
  http::ClientRequest request{.method = "POST",
                              .target = url->target,
                              .content_type = "application/json",
                              .body = notice.body};
  request.headers.add("X-Slurmjob-Signature",
                      "sha256=" + http::hmac_sha256(notice.key, notice.body));
  request.headers.add("X-Slurmjob-Delivery", notice.delivery);
  TRY_ASSIGN(const auto response, client->send(request, kPatience));
  if (response.status < 200 || response.status > 299) {
    return fail(Code::kUnavailable,
                "the webhook answers " + std::to_string(response.status) + ": expected 2xx");
  }
  return {};
}

}  // namespace sluice::cmd
