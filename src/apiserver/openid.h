// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "auth/service_account_tokens.h"
#include "http/message.h"

namespace sluice::apiserver {

// The documents by which others check service-account tokens: /.well-known/openid-configuration and
// /openid/v1/jwks. Nothing for other paths.
std::optional<http::Response> openid_response(const auth::ServiceAccountTokens& tokens,
                                              const http::Request& request);

}  // namespace sluice::apiserver
