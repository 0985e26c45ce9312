// SPDX-License-Identifier: Apache-2.0
#include "cmd/notary.h"

#include <memory>

#include "auth/rbac.h"
#include "auth/secret_token.h"
#include "auth/token_request.h"
#include "http/certificate_request.h"
#include "http/certificate_signing.h"
#include "json/strings.h"

namespace sluice::cmd {
namespace {

using controllers::Notary;

Result<Notary::Subject> read_subject(const std::string& pem) {
  TRY_ASSIGN(const http::RequestedSubject read, http::parse_certificate_request(pem));
  return Notary::Subject{.name = read.names.empty() ? "" : read.names.back(),
                         .organizations = read.organizations,
                         .dns_names = read.dns_names.size(),
                         .emails = read.emails.size(),
                         .uris = read.uris.size(),
                         .ip_addresses = read.ip_addresses};
}

constexpr const char* kGroup = "certificates.k8s.io";
constexpr const char* kResource = "certificatesigningrequests";

auth::User author_of(const client::Object& request) {
  const json::Value& spec = request.at("spec");
  return {.name = spec.at("username").as_string(), .groups = json::to_strings(spec.at("groups"))};
}

client::Object review_of(const client::Object& request, const std::string& subresource) {
  const json::Value& asked = request.at("spec");
  json::Value spec = json::Object{{"resourceAttributes", json::Object{{"group", kGroup},
                                                                      {"version", "*"},
                                                                      {"resource", kResource},
                                                                      {"subresource", subresource},
                                                                      {"verb", "create"}}},
                                  {"user", asked.at("username")}};
  for (const std::string_view field : {"uid", "groups", "extra"}) {
    if (const json::Value* value = asked.find(field)) {
      spec[field] = *value;
    }
  }
  const api::Kind& kind = api::kinds::subject_access_review();
  return json::Object{
      {"apiVersion", kind.api_version()}, {"kind", kind.kind}, {"spec", std::move(spec)}};
}

}  // namespace

controllers::RequestReview review_by_policy(const registry::Registry& registry) {
  return [rbac = std::make_shared<const auth::Rbac>(registry)](const client::Object& request,
                                                               const std::string& subresource) {
    const auth::Attributes wish{.verb = "create",
                                .is_resource = true,
                                .group = kGroup,
                                .version = "*",
                                .resource = kResource,
                                .subresource = subresource};
    return Result<bool>(rbac->decide(author_of(request), wish).allowed);
  };
}

controllers::RequestReview review_by_server(client::Client& client) {
  return [&client](const client::Object& request, const std::string& subresource) -> Result<bool> {
    TRY_ASSIGN(const auto answer,
               client.create(api::kinds::subject_access_review(), review_of(request, subresource)));
    return answer->at("status", "allowed").as_bool();
  };
}

Notary make_notary(const std::optional<http::Credential>& authority) {
  Notary notary{.read = read_subject, .sign = nullptr, .expires = [](const std::string& pem) {
                  return http::expires(pem);
                }};
  if (authority) {
    notary.sign = [authority = *authority](const Notary::Order& order) {
      return http::sign_request(authority, {.request_pem = order.request_pem,
                                            .usages = order.usages,
                                            .now = order.now,
                                            .length = order.length});
    };
  }
  return notary;
}

namespace {

Result<http::SigningKey> copy_of(const http::SigningKey& key) {
  TRY_ASSIGN(const std::string pem, key.to_pem());
  return http::SigningKey::load(pem);
}

}  // namespace

Result<registry::LocalClient::TokenIssuer> make_token_issuer(const http::SigningKey& key,
                                                             const registry::Registry& registry,
                                                             const Clock& clock) {
  TRY_ASSIGN(http::SigningKey copy, copy_of(key));
  auto tokens =
      std::make_shared<const auth::ServiceAccountTokens>(registry, clock, std::move(copy));
  return [tokens, &registry, &clock](const api::Key& account, json::Value request,
                                     const registry::WriteOptions& options) {
    return auth::TokenIssuer{*tokens, registry, clock}.issue(account, std::move(request), options);
  };
}

Result<controllers::TokenMaker> make_token_maker(const http::SigningKey& key) {
  TRY_ASSIGN(http::SigningKey copy, copy_of(key));
  return [key = std::make_shared<const http::SigningKey>(std::move(copy))](
             const client::Object& account, const client::Object& secret) {
    return auth::sign_secret_token(*key, account, secret);
  };
}

}  // namespace sluice::cmd
