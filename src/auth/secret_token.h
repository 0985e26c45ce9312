// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "http/signing_key.h"
#include "json/value.h"

namespace sluice::auth {

// Who issues tokens that are kept in secrets.
inline constexpr std::string_view kSecretTokenIssuer = "kubernetes/serviceaccount";

// A token of that service account without an end, good while that secret holds it.
Result<std::string> sign_secret_token(const http::SigningKey& key, const json::Value& account,
                                      const json::Value& secret);

}  // namespace sluice::auth
