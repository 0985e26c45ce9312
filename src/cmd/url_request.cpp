// SPDX-License-Identifier: Apache-2.0
#include "cmd/url_request.h"

#include "http/url.h"

namespace sluice::cmd {

Result<UrlRequest> request_to(const std::string& url) {
  TRY_ASSIGN(auto parsed, http::parse_url(url));
  TRY_ASSIGN(auto client, http::make_client({.host = parsed.host,
                                             .port = parsed.port,
                                             .plain = parsed.plain,
                                             .system_authorities = true}));
  return UrlRequest{std::move(client), std::move(parsed.target)};
}

}  // namespace sluice::cmd
