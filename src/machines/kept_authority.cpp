// SPDX-License-Identifier: Apache-2.0
#include "machines/kept_authority.h"

#include "base/text.h"

namespace sluice::machines {
namespace {

json::Value new_secret(const api::Key& key, const json::Object& labels,
                       const http::Credential& credential) {
  return json::Object{
      {"metadata", json::Object{{"name", key.name}, {"namespace", key.ns}, {"labels", labels}}},
      {"type", "kubernetes.io/tls"},
      {"data", json::Object{{"tls.crt", base64_encode(credential.certificate_pem)},
                            {"tls.key", base64_encode(credential.key_pem)}}}};
}

}  // namespace

Result<http::CertificateAuthority> kept_authority(
    client::Client& client, const api::Key& key, const json::Object& labels,
    const std::function<Result<http::CertificateAuthority>()>& make) {
  auto secret = client.get(api::kinds::secret(), key);
  if (!secret && secret.error().code == Code::kNotFound) {
    TRY_ASSIGN(const auto made, make());
    secret = client.create(api::kinds::secret(), new_secret(key, labels, made.credential()));
    if (!secret && secret.error().code == Code::kAlreadyExists) {
      secret = client.get(api::kinds::secret(), key);
    }
  }
  TRY(secret);
  const auto part = [&](const char* name) {
    return base64_decode((*secret)->at("data", name).as_string()).value_or("");
  };
  auto loaded = http::CertificateAuthority::load({part("tls.crt"), part("tls.key")});
  if (!loaded) {
    return tl::unexpected(with_context(
        Error{Code::kInvalid, loaded.error().message},
        "the Secret " + api::to_string(key) + " holds no certificate authority of ours"));
  }
  return loaded;
}

}  // namespace sluice::machines
