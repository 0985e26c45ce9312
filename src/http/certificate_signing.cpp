// SPDX-License-Identifier: Apache-2.0
#include "http/certificate_signing.h"

#include <algorithm>
#include <array>

#include "base/timestamp.h"
#include "http/openssl.h"

namespace sluice::http {
namespace {

constexpr std::chrono::minutes kBackdate{5};
// Five minutes less matter to a short one, which therefore ends when it was asked to.
constexpr std::chrono::hours kShort{8};

struct Usage {
  std::string_view name;
  int extension;
  std::string_view value;
};
constexpr std::array kUsages = std::to_array<Usage>({
    {"signing", NID_key_usage, "digitalSignature"},
    {"digital signature", NID_key_usage, "digitalSignature"},
    {"content commitment", NID_key_usage, "nonRepudiation"},
    {"key encipherment", NID_key_usage, "keyEncipherment"},
    {"key agreement", NID_key_usage, "keyAgreement"},
    {"data encipherment", NID_key_usage, "dataEncipherment"},
    {"cert sign", NID_key_usage, "keyCertSign"},
    {"crl sign", NID_key_usage, "cRLSign"},
    {"encipher only", NID_key_usage, "encipherOnly"},
    {"decipher only", NID_key_usage, "decipherOnly"},
    {"any", NID_ext_key_usage, "anyExtendedKeyUsage"},
    {"server auth", NID_ext_key_usage, "serverAuth"},
    {"client auth", NID_ext_key_usage, "clientAuth"},
    {"code signing", NID_ext_key_usage, "codeSigning"},
    {"email protection", NID_ext_key_usage, "emailProtection"},
    {"s/mime", NID_ext_key_usage, "emailProtection"},
    {"ipsec end system", NID_ext_key_usage, "ipsecEndSystem"},
    {"ipsec tunnel", NID_ext_key_usage, "ipsecTunnel"},
    {"ipsec user", NID_ext_key_usage, "ipsecUser"},
    {"timestamping", NID_ext_key_usage, "timeStamping"},
    {"ocsp signing", NID_ext_key_usage, "OCSPSigning"},
    {"microsoft sgc", NID_ext_key_usage, "msSGC"},
    {"netscape sgc", NID_ext_key_usage, "nsSGC"},
});

tl::unexpected<Error> failed(std::string_view doing) {
  return tl::unexpected(openssl_error(Code::kInternal, doing));
}

// "digitalSignature,keyEncipherment" for one of the two extensions; empty when it needs none.
std::string usage_values(const std::vector<std::string>& usages, int extension) {
  std::string values;
  for (const Usage& usage : kUsages) {
    const bool asked = std::find(usages.begin(), usages.end(), usage.name) != usages.end();
    const bool there = values.find(usage.value) != std::string::npos;
    if (asked && usage.extension == extension && !there) {
      values += (values.empty() ? "" : ",") + std::string(usage.value);
    }
  }
  return values;
}

Result<void> check_usages(const std::vector<std::string>& usages) {
  for (const std::string& usage : usages) {
    if (std::none_of(kUsages.begin(), kUsages.end(),
                     [&](const Usage& known) { return known.name == usage; })) {
      return fail(Code::kInvalid, "unrecognized usage values: [\"" + usage + "\"]");
    }
  }
  return {};
}

Result<void> set_times(X509* certificate, const SigningOrder& order, WallTime authority_end) {
  if (order.now >= authority_end) {
    return fail(Code::kInvalid, "refusing to sign a certificate that expired in the past: " +
                                    format_rfc3339(authority_end));
  }
  const Duration cut = order.length < kShort ? Duration(0) : Duration(kBackdate);
  const WallTime end =
      std::min(authority_end,
               std::chrono::time_point_cast<WallTime::duration>(order.now + order.length - cut));
  const auto from = std::chrono::system_clock::to_time_t(order.now - kBackdate);
  if (ASN1_TIME_set(X509_getm_notBefore(certificate), from) == nullptr ||
      ASN1_TIME_set(X509_getm_notAfter(certificate), std::chrono::system_clock::to_time_t(end)) ==
          nullptr) {
    return failed("setting a certificate's times");
  }
  return {};
}

bool may_be_certified(const GENERAL_NAME* name) {
  return name->type == GEN_DNS || name->type == GEN_EMAIL || name->type == GEN_URI ||
         name->type == GEN_IPADD;
}

Result<void> add_alternative_names(X509* certificate, X509_REQ* request) {
  const GeneralNamesPtr names = alternative_names(request);
  for (int i = sk_GENERAL_NAME_num(names.get()) - 1; i >= 0; --i) {
    if (!may_be_certified(sk_GENERAL_NAME_value(names.get(), i))) {
      GENERAL_NAME_free(sk_GENERAL_NAME_delete(names.get(), i));
    }
  }
  if (sk_GENERAL_NAME_num(names.get()) > 0 &&
      X509_add1_ext_i2d(certificate, NID_subject_alt_name, names.get(), 0, X509V3_ADD_DEFAULT) !=
          1) {
    return failed("adding alternative names");
  }
  return {};
}

Result<void> add_extensions(X509* certificate, X509* authority, const SigningOrder& order) {
  const std::string usage = usage_values(order.usages, NID_key_usage);
  const std::string extended = usage_values(order.usages, NID_ext_key_usage);
  TRY(add_extension(certificate, authority, {NID_basic_constraints, "critical,CA:FALSE"}));
  if (!usage.empty()) {
    TRY(add_extension(certificate, authority, {NID_key_usage, "critical," + usage}));
  }
  if (!extended.empty()) {
    TRY(add_extension(certificate, authority, {NID_ext_key_usage, extended}));
  }
  if (X509_get0_subject_key_id(authority) != nullptr) {
    TRY(add_extension(certificate, authority, {NID_authority_key_identifier, "keyid"}));
  }
  return {};
}

// Ed25519 and the like bring their own.
const EVP_MD* digest_for(const EVP_PKEY* key) {
  return EVP_PKEY_is_a(key, "EC") == 1 || EVP_PKEY_is_a(key, "RSA") == 1 ? EVP_sha256() : nullptr;
}

}  // namespace

Result<std::string> sign_request(const Credential& authority, const SigningOrder& order) {
  start_openssl();
  TRY(check_usages(order.usages));
  TRY_ASSIGN(const auto issuers, parse_certificates(authority.certificate_pem));
  TRY_ASSIGN(const KeyPtr key, parse_key(authority.key_pem));
  TRY_ASSIGN(const WallTime authority_end, expires(authority.certificate_pem));
  TRY_ASSIGN(const RequestPtr request, read_request(order.request_pem));
  X509* issuer = issuers.front().get();
  const X509Ptr certificate(X509_new());
  if (certificate == nullptr || X509_set_version(certificate.get(), 2) != 1 ||
      !set_serial(certificate.get()) ||
      X509_set_pubkey(certificate.get(), X509_REQ_get0_pubkey(request.get())) != 1 ||
      X509_set_subject_name(certificate.get(), X509_REQ_get_subject_name(request.get())) != 1 ||
      X509_set_issuer_name(certificate.get(), X509_get_subject_name(issuer)) != 1) {
    return failed("building a certificate");
  }
  TRY(set_times(certificate.get(), order, authority_end));
  TRY(add_extensions(certificate.get(), issuer, order));
  TRY(add_alternative_names(certificate.get(), request.get()));
  if (X509_sign(certificate.get(), key.get(), digest_for(key.get())) == 0) {
    return failed("signing a certificate");
  }
  return certificate_to_pem(certificate.get());
}

}  // namespace sluice::http
