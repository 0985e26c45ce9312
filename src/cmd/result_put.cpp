// SPDX-License-Identifier: Apache-2.0
#include "cmd/result_put.h"

#include "cmd/url_request.h"
#include "jobs/run_files.h"

namespace sluice::cmd {
namespace {

constexpr Duration kPatience = std::chrono::seconds(60);  // with each piece

// What the server may say otherwise later: it is busy, or its own helpers are.
bool may_pass(int status) {
  return status >= 500 || status == 408 || status == 425 || status == 429;
}

}  // namespace

Result<void> put_result(const jobs::Upload& upload) {
  const auto url = request_to(upload.url);
  if (!url) {
    return tl::unexpected(with_context(url.error(), "the URL"));
  }
  http::ClientRequest request{.method = "PUT",
                              .target = url->target,
                              .content_type = "application/octet-stream",
                              .accept = "*/*"};
  request.more_size = upload.size;
  request.more = [&](std::int64_t offset) { return upload.read(offset, jobs::kFilePiece); };
  if (!upload.authorization.empty()) {
    request.headers.add("Authorization", upload.authorization);
  }
  TRY_ASSIGN(const auto response, url->client->send(request, kPatience));
  if (is_success(response.status)) {
    return {};
  }
  return fail(may_pass(response.status) ? Code::kUnavailable : Code::kForbidden,
              "the server answers " + std::to_string(response.status) + ": expected 2xx");
}

}  // namespace sluice::cmd
