// SPDX-License-Identifier: Apache-2.0
#include "apiserver/openid.h"

#include "json/text.h"

namespace sluice::apiserver {

std::optional<http::Response> openid_response(const auth::ServiceAccountTokens& tokens,
                                              const http::Request& request) {
  const bool reads = request.method == "GET" || request.method == "HEAD";
  const bool configuration = request.target.path == "/.well-known/openid-configuration";
  if (!reads || (!configuration && request.target.path != "/openid/v1/jwks")) {
    return std::nullopt;
  }
  http::Response response;
  if (configuration) {
    const std::string server = "https://" + std::string(request.headers.get("Host"));
    response.body = json::write(auth::ServiceAccountTokens::openid_configuration(server));
  } else {
    response.body = json::write(tokens.key_set());
    response.content_type = "application/jwk-set+json";
  }
  response.headers.add("Cache-Control", "public, max-age=3600");
  return response;
}

}  // namespace sluice::apiserver
