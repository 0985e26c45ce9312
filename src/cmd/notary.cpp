// SPDX-License-Identifier: Apache-2.0
#include "cmd/notary.h"

#include <memory>

#include "auth/secret_token.h"
#include "http/certificate_request.h"
#include "http/certificate_signing.h"

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

}  // namespace

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

Result<controllers::TokenMaker> make_token_maker(const http::SigningKey& key) {
  TRY_ASSIGN(const std::string pem, key.to_pem());
  TRY_ASSIGN(http::SigningKey copy, http::SigningKey::load(pem));
  return [key = std::make_shared<const http::SigningKey>(std::move(copy))](
             const client::Object& account, const client::Object& secret) {
    return auth::sign_secret_token(*key, account, secret);
  };
}

}  // namespace sluice::cmd
