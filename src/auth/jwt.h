// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "http/signing_key.h"
#include "json/value.h"

namespace sluice::auth {

// A JSON Web Token (RFC 7519) in its compact form: three parts in base64url, joined by dots.
struct Jwt {
  json::Value header;
  json::Value claims;
  std::string signature;
  std::string_view signed_text;  // into the text it was parsed from
};

// Invalid when it is no token. Says nothing about who made it.
Result<Jwt> parse_jwt(std::string_view text);

// Whether `key` signed it, with the one algorithm we use (ES256).
bool is_signed_by(const http::SigningKey& key, const Jwt& token);

Result<std::string> sign_jwt(const http::SigningKey& key, const json::Value& claims);

}  // namespace sluice::auth
