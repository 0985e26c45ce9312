// SPDX-License-Identifier: Apache-2.0
#include "machines/kept_authority.h"

#include "base/text.h"

namespace sluice::machines {
namespace {

json::Value new_secret(const api::Key& key, json::Object metadata,
                       const http::Credential& credential) {
  metadata["name"] = key.name;
  metadata["namespace"] = key.ns;
  return json::Object{{"metadata", std::move(metadata)},
                      {"type", "kubernetes.io/tls"},
                      {"data", json::Object{{"tls.crt", base64_encode(credential.certificate_pem)},
                                            {"tls.key", base64_encode(credential.key_pem)}}}};
}

}  // namespace

Result<http::CertificateAuthority> kept_authority(
    client::Client& client, const api::Key& key, const json::Object& metadata,
    const std::function<Result<http::CertificateAuthority>()>& make) {
  auto secret = client.get(api::kinds::secret(), key);
  if (!secret && secret.error().code == Code::kNotFound) {
    TRY_ASSIGN(const auto made, make());
    secret = client.create(api::kinds::secret(), new_secret(key, metadata, made.credential()));
    if (!secret && secret.error().code == Code::kAlreadyExists) {
      secret = client.get(api::kinds::secret(), key);
    }
  }
  TRY(secret);
  return read_authority(**secret);
}

Result<http::CertificateAuthority> read_authority(const client::Object& secret) {
  const auto part = [&](const char* name) {
    return base64_decode(secret.at("data", name).as_string()).value_or("");
  };
  auto loaded = http::CertificateAuthority::load({part("tls.crt"), part("tls.key")});
  if (!loaded) {
    return tl::unexpected(with_context(Error{Code::kInvalid, loaded.error().message},
                                       "the Secret " + api::to_string(api::key(secret)) +
                                           " holds no certificate authority of ours"));
  }
  return loaded;
}

}  // namespace sluice::machines
