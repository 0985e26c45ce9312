// SPDX-License-Identifier: Apache-2.0
#include "auth/service_account_tokens.h"

#include <algorithm>

#include "auth/rule.h"
#include "auth/secret_token.h"
#include "base/random.h"
#include "base/text.h"
#include "base/timestamp.h"
#include "http/digest.h"
#include "json/strings.h"

namespace sluice::auth {

namespace {

constexpr std::size_t kRemembered = 4096;  // tokens; beyond that all are forgotten
constexpr std::size_t kLongest = 64 * 1024;
constexpr std::chrono::seconds kLeeway{60};  // for clocks that disagree

tl::unexpected<Error> refuse(const std::string& why) {
  return fail(Code::kUnauthorized, why);
}

std::int64_t seconds(WallTime time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

std::optional<std::int64_t> time_claim(const json::Value& claims, std::string_view name) {
  const json::Value& value = claims.at(name);
  return value.is_number() ? std::optional(static_cast<std::int64_t>(value.as_double()))
                           : std::nullopt;
}

// One text or a list of them.
std::vector<std::string> texts_of(const json::Value& value) {
  return value.is_string() ? std::vector{value.as_string()} : json::to_strings(value);
}

void add_extra(User& user, std::string_view name, const std::string& value) {
  if (!value.empty()) {
    user.extra.push_back({"authentication.kubernetes.io/" + std::string(name), {value}});
  }
}

}  // namespace

Result<std::string> ServiceAccountTokens::sign(json::Value claims) const {
  claims["iss"] = kIssuer;
  claims["jti"] = random_uuid();
  return sign_jwt(key_, claims);
}

Result<ServiceAccountTokens::Verified> ServiceAccountTokens::verify(
    const std::string& token, std::vector<std::string> audiences) const {
  if (audiences.empty()) {
    audiences.emplace_back(kIssuer);
  }
  TRY_ASSIGN(const GrantPtr granted, grant(token));
  std::vector<std::string> common;
  std::copy_if(granted->audiences.begin(), granted->audiences.end(), std::back_inserter(common),
               [&](const std::string& audience) {
                 return std::find(audiences.begin(), audiences.end(), audience) != audiences.end();
               });
  if (common.empty()) {
    return refuse("token audiences " + quote_list(granted->audiences) +
                  " is invalid for the target audiences " + quote_list(audiences));
  }
  TRY(check_time(*granted));
  for (const auto& bond : granted->bonds) {
    TRY(check_bond(*granted, *bond, token));
  }
  return Verified{granted->user, std::move(common)};
}

// The signature is the expensive part, so what it proved is remembered by the token's digest: the
// token itself is not kept.
Result<ServiceAccountTokens::GrantPtr> ServiceAccountTokens::grant(const std::string& token) const {
  if (token.size() > kLongest) {
    return refuse("invalid bearer token");
  }
  std::string digest = http::sha512(token);
  {
    const std::scoped_lock lock(mutex_);
    if (const auto found = known_.find(digest); found != known_.end()) {
      return found->second;
    }
  }
  const auto parsed = parse_jwt(token);
  if (!parsed) {
    return refuse("invalid bearer token");
  }
  TRY_ASSIGN(Grant read, read_claims(*parsed));
  GrantPtr granted = std::make_shared<const Grant>(std::move(read));
  const std::scoped_lock lock(mutex_);
  if (known_.size() >= kRemembered) {
    known_.clear();
  }
  known_.emplace(std::move(digest), granted);
  return granted;
}

Result<ServiceAccountTokens::Grant> ServiceAccountTokens::read_claims(const Jwt& token) const {
  const std::string& issuer = token.claims.at("iss").as_string();
  const bool legacy = issuer == kSecretTokenIssuer;
  if (!legacy && issuer != kIssuer) {
    return refuse("invalid bearer token");
  }
  if (!is_signed_by(key_, token)) {
    return refuse("invalid signature, no keys found");
  }
  TRY_ASSIGN(Grant grant,
             legacy ? read_legacy_claims(token.claims) : read_bound_claims(token.claims));
  grant.legacy = legacy;
  grant.not_before = time_claim(token.claims, "nbf");
  grant.expires = time_claim(token.claims, "exp");
  grant.audiences = texts_of(token.claims.at("aud"));
  if (grant.audiences.empty()) {
    grant.audiences.emplace_back(kIssuer);
  }
  return grant;
}

Result<ServiceAccountTokens::Grant> ServiceAccountTokens::read_bound_claims(
    const json::Value& claims) {
  const json::Value& about = claims.at("kubernetes.io");
  const std::string& ns = about.at("namespace").as_string();
  const json::Value& account = about.at("serviceaccount");
  const api::Key key{ns, account.at("name").as_string()};
  Grant grant{.user = service_account_user(key, account.at("uid").as_string())};
  const auto bind = [&](const api::Kind& kind, const std::string& in, const json::Value& to) {
    auto bond = std::make_unique<Bond>();
    bond->kind = &kind;
    bond->key = {in, to.at("name").as_string()};
    bond->uid = to.at("uid").as_string();
    grant.bonds.push_back(std::move(bond));
  };
  bind(api::kinds::service_account(), ns, account);
  if (const json::Value* secret = about.find("secret")) {
    bind(api::kinds::secret(), ns, *secret);
  }
  if (const json::Value* pod = about.find("pod")) {
    bind(api::kinds::pod(), ns, *pod);
  } else if (const json::Value* node = about.find("node")) {
    bind(api::kinds::node(), "", *node);
  }
  const std::string& id = claims.at("jti").as_string();
  add_extra(grant.user, "credential-id", id.empty() ? "" : "JTI=" + id);
  add_extra(grant.user, "node-name", about.at("node", "name").as_string());
  add_extra(grant.user, "node-uid", about.at("node", "uid").as_string());
  add_extra(grant.user, "pod-name", about.at("pod", "name").as_string());
  add_extra(grant.user, "pod-uid", about.at("pod", "uid").as_string());
  return grant;
}

Result<ServiceAccountTokens::Grant> ServiceAccountTokens::read_legacy_claims(
    const json::Value& claims) {
  const auto claim = [&](const char* name) -> const std::string& {
    return claims.at("kubernetes.io/serviceaccount/" + std::string(name)).as_string();
  };
  const api::Key account{claim("namespace"), claim("service-account.name")};
  const std::string& uid = claim("service-account.uid");
  if (claims.at("sub").as_string() != service_account_name(account) || uid.empty() ||
      claim("secret.name").empty()) {
    return refuse("sub claim is invalid");
  }
  Grant grant{.user = service_account_user(account, uid)};
  for (const api::Kind* kind : {&api::kinds::secret(), &api::kinds::service_account()}) {
    const bool secret = kind == &api::kinds::secret();
    auto bond = std::make_unique<Bond>();
    bond->kind = kind;
    bond->key = {account.ns, secret ? claim("secret.name") : account.name};
    bond->uid = secret ? "" : uid;
    grant.bonds.push_back(std::move(bond));
  }
  return grant;
}

Result<void> ServiceAccountTokens::check_time(const Grant& grant) const {
  const WallTime now = clock_.now();
  if (grant.expires && seconds(now - kLeeway) > *grant.expires) {
    return refuse("service account token has expired");
  }
  if (grant.not_before && seconds(now + kLeeway) < *grant.not_before) {
    return refuse("service account token is not valid yet");
  }
  return {};
}

// An object that was good at a revision is good until it changes.
Result<void> ServiceAccountTokens::check_bond(const Grant& grant, Bond& bond,
                                              const std::string& token) const {
  const bool account = bond.kind == &api::kinds::service_account();
  const auto stored = registry_.get(*bond.kind, bond.key);
  if (!stored) {
    return refuse(account        ? stored.error().message
                  : grant.legacy ? "Token has been invalidated"
                                 : "service account token has been invalidated");
  }
  if (bond.seen.load() == stored->record->modified) {
    return {};
  }
  TRY_ASSIGN(const json::Value object, stored->decode());
  TRY(check_object(grant, bond, object, token));
  if (!api::is_being_deleted(object)) {
    bond.seen.store(stored->record->modified);
  }
  return {};
}

Result<void> ServiceAccountTokens::check_object(const Grant& grant, const Bond& bond,
                                                const json::Value& object,
                                                const std::string& token) const {
  const bool account = bond.kind == &api::kinds::service_account();
  if (!bond.uid.empty() && api::uid(object) != bond.uid) {
    const std::string what = account ? "service account" : to_lower(bond.kind->kind);
    const std::string claim = account ? "claim" : "service account " + what + " ref claim";
    return refuse(what + " UID (" + api::uid(object) + ") does not match " + claim + " (" +
                  bond.uid + ")");
  }
  const auto deleted = parse_rfc3339(object.at("metadata", "deletionTimestamp").as_string());
  if (deleted && (grant.legacy || *deleted < clock_.now() - kLeeway)) {
    return refuse(account ? "service account " + api::to_string(bond.key) + " has been deleted"
                          : "service account token has been invalidated");
  }
  if (grant.legacy && !account) {
    const auto held = base64_decode(object.at("data", "token").as_string());
    if (!held || *held != token) {
      return refuse("Token does not match server's copy");
    }
    if (!api::label(object, "kubernetes.io/legacy-token-invalid-since").empty()) {
      return refuse("the token in secret " + api::to_string(bond.key) + " has been marked invalid");
    }
  }
  return {};
}

json::Value ServiceAccountTokens::openid_configuration(const std::string& server) {
  return json::Object{{"issuer", kIssuer},
                      {"jwks_uri", server + "/openid/v1/jwks"},
                      {"response_types_supported", json::Array{"id_token"}},
                      {"subject_types_supported", json::Array{"public"}},
                      {"id_token_signing_alg_values_supported", json::Array{"ES256"}}};
}

json::Value ServiceAccountTokens::key_set() const {
  const http::SigningKey::Public& key = key_.public_key();
  return json::Object{{"keys", json::Array{json::Object{{"use", "sig"},
                                                        {"kty", "EC"},
                                                        {"kid", key.id},
                                                        {"crv", "P-256"},
                                                        {"alg", "ES256"},
                                                        {"x", base64url_encode(key.x)},
                                                        {"y", base64url_encode(key.y)}}}}};
}

}  // namespace sluice::auth
