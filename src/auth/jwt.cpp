// SPDX-License-Identifier: Apache-2.0
#include "auth/jwt.h"

#include "base/text.h"
#include "json/text.h"

namespace sluice::auth {

namespace {

constexpr std::string_view kAlgorithm = "ES256";
constexpr std::size_t kDepth = 20;  // tokens of ours nest four levels

Result<json::Value> decode_object(std::string_view part) {
  TRY_ASSIGN(const std::string text, base64url_decode(part));
  TRY_ASSIGN(json::Value value, json::parse(text, {.max_depth = kDepth}));
  if (!value.is_object()) {
    return fail(Code::kInvalid, "expected a JSON object in the token");
  }
  return value;
}

}  // namespace

Result<Jwt> parse_jwt(std::string_view text) {
  const auto parts = split(text, '.');
  if (parts.size() != 3) {
    return fail(Code::kInvalid, "a token has three parts");
  }
  Jwt token;
  TRY_ASSIGN(token.header, decode_object(parts[0]));
  TRY_ASSIGN(token.claims, decode_object(parts[1]));
  TRY_ASSIGN(token.signature, base64url_decode(parts[2]));
  token.signed_text = text.substr(0, parts[0].size() + 1 + parts[1].size());
  return token;
}

// What the token says of its algorithm is only compared: it must never choose one.
bool is_signed_by(const http::SigningKey& key, const Jwt& token) {
  const std::string& id = token.header.at("kid").as_string();
  return token.header.at("alg").as_string() == kAlgorithm &&
         (id.empty() || id == key.public_key().id) &&
         key.verify(token.signed_text, token.signature);
}

Result<std::string> sign_jwt(const http::SigningKey& key, const json::Value& claims) {
  const json::Value header = json::Object{{"alg", kAlgorithm}, {"kid", key.public_key().id}};
  std::string text =
      base64url_encode(json::write(header)) + "." + base64url_encode(json::write(claims));
  TRY_ASSIGN(const std::string signature, key.sign(text));
  text += ".";
  return text + base64url_encode(signature);
}

}  // namespace sluice::auth
