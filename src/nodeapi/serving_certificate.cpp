// SPDX-License-Identifier: Apache-2.0
#include "nodeapi/serving_certificate.h"

#include "api/kind.h"
#include "api/meta.h"
#include "base/files.h"
#include "base/log.h"
#include "base/random.h"
#include "base/text.h"
#include "http/digest.h"

namespace sluice::nodeapi {
namespace {

constexpr const char* kSigner = "kubernetes.io/kubelet-serving";
constexpr const char* kNodes = "system:nodes";
constexpr std::size_t kNameDigits = 10;

json::Value request_object(const std::string& pem) {
  const api::Kind& kind = api::kinds::certificate_signing_request();
  return json::Object{
      {"apiVersion", kind.api_version()},
      {"kind", kind.kind},
      {"metadata", json::Object{{"name", "csr-" + random_hex(kNameDigits)}}},
      {"spec", json::Object{{"request", base64_encode(pem)},
                            {"signerName", kSigner},
                            {"usages", json::Array{"digital signature", "server auth"}}}}};
}

bool was_refused(const client::Object& request) {
  return api::has_condition(request, "Denied") || api::has_condition(request, "Failed");
}

}  // namespace

ServingCertificate::ServingCertificate(ServingOptions options, client::Client& client, Clock& clock,
                                       OnRenewal on_renewal)
    : options_(std::move(options)),
      client_(client),
      clock_(clock),
      on_renewal_(std::move(on_renewal)),
      thread_(
          {.name = "serving certificate", .interval = options_.interval}, [this] { return look(); },
          clock) {}

http::ServerIdentity ServingCertificate::identity() const {
  return {.name = "system:node:" + options_.node_name,
          .dns_names = options_.dns_names,
          .ip_addresses = options_.ip_addresses};
}

// One for these names and addresses: with others, another is needed.
std::filesystem::path ServingCertificate::kept() const {
  http::RunningDigest digest(http::RunningDigest::Method::kSha256);
  digest.update(options_.node_name + "\n" + join(options_.dns_names, ",") + "\n" +
                join(options_.ip_addresses, ","));
  return options_.directory / ("serving-" + digest.finish().substr(0, 16));
}

void ServingCertificate::plan_renewal(const std::string& certificate_pem) {
  const auto end = http::expires(certificate_pem);
  const WallTime now = clock_.now();
  renew_at_ = end && *end > now ? std::optional(now + (*end - now) * 4 / 5) : std::nullopt;
}

Result<http::Credential> ServingCertificate::first() {
  const auto certificate = read_file(kept().string() + ".crt");
  const auto key = read_file(kept().string() + ".key");
  if (certificate && key) {
    plan_renewal(*certificate);
    if (renew_at_) {
      return http::Credential{*certificate, *key};
    }
  }
  TRY_ASSIGN(const auto authority,
             http::CertificateAuthority::create("sluice-kubelet", {.from = clock_.now()}));
  return authority.issue_server(identity(), {.from = clock_.now()});
}

Result<void> ServingCertificate::look() {
  if (pending_) {
    return await();
  }
  return !renew_at_ || clock_.now() >= *renew_at_ ? ask() : Result<void>();
}

Result<void> ServingCertificate::ask() {
  TRY_ASSIGN(auto made, http::request_server(identity(), {kNodes}));
  const auto created =
      client_.create(api::kinds::certificate_signing_request(), request_object(made.request_pem));
  if (!created) {
    return tl::unexpected(with_context(created.error(), "asking for a serving certificate"));
  }
  pending_ = Pending{api::name(**created), std::move(made.key_pem)};
  log::info("a serving certificate was asked for; it waits for approval",
            {{"request", pending_->name}});
  return {};
}

Result<void> ServingCertificate::await() {
  const auto request = client_.get(api::kinds::certificate_signing_request(), {"", pending_->name});
  if (!request && request.error().code == Code::kNotFound) {
    pending_.reset();  // swept away unanswered: the next look asks again
    return {};
  }
  TRY(request);
  if (was_refused(**request)) {
    log::warning("the serving certificate was refused; asking again",
                 {{"request", pending_->name}});
    pending_.reset();
    renew_at_ = clock_.now() + std::chrono::minutes(10);
    return {};
  }
  const std::string& encoded = (*request)->at("status", "certificate").as_string();
  if (encoded.empty()) {
    return {};
  }
  TRY_ASSIGN(std::string certificate, base64_decode(encoded));
  return take({std::move(certificate), pending_->key_pem});
}

Result<void> ServingCertificate::take(const http::Credential& credential) {
  TRY(on_renewal_(credential));
  pending_.reset();
  plan_renewal(credential.certificate_pem);
  log::info("the kubelet has a new serving certificate");
  TRY(write_file_atomic(kept().string() + ".key", credential.key_pem));
  return write_file_atomic(kept().string() + ".crt", credential.certificate_pem);
}

}  // namespace sluice::nodeapi
