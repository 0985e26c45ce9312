// SPDX-License-Identifier: Apache-2.0
#include "http/certificates.h"

#include <openssl/ec.h>

#include <algorithm>

#include "base/ip_address.h"
#include "base/made_of.h"
#include "http/openssl.h"

namespace sluice::http {

namespace {

constexpr std::chrono::minutes kClockSkew{5};

struct Subject {
  std::string name;
  std::vector<std::string> organizations;
};

struct Issuer {
  X509* certificate = nullptr;  // null: self-signed
  EVP_PKEY* key = nullptr;
};

tl::unexpected<Error> failed(std::string_view doing) {
  return tl::unexpected(openssl_error(Code::kInternal, doing));
}

Result<KeyPtr> generate_key() {
  KeyPtr key(EVP_EC_gen("P-256"));
  if (key == nullptr) {
    return failed("generating a key");
  }
  return key;
}

bool set_validity(X509* certificate, const Validity& validity) {
  const auto from = std::chrono::system_clock::to_time_t(validity.from - kClockSkew);
  const auto until = std::chrono::system_clock::to_time_t(validity.from + validity.length);
  return ASN1_TIME_set(X509_getm_notBefore(certificate), from) != nullptr &&
         ASN1_TIME_set(X509_getm_notAfter(certificate), until) != nullptr;
}

bool add_name_entry(X509_NAME* name, const char* field, const std::string& value) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(value.data());
  return X509_NAME_add_entry_by_txt(name, field, MBSTRING_UTF8, bytes,
                                    static_cast<int>(value.size()), -1, 0) == 1;
}

Result<void> set_subject(X509_NAME* name, const Subject& subject) {
  bool good = add_name_entry(name, "CN", subject.name);
  for (const std::string& organization : subject.organizations) {
    good = good && add_name_entry(name, "O", organization);
  }
  if (!good) {
    return tl::unexpected(
        openssl_error(Code::kInvalid, "certificate subject \"" + subject.name +
                                          "\" (names must be UTF-8 of 1 to 64 characters)"));
  }
  return {};
}

Result<X509Ptr> build(EVP_PKEY* key, const Subject& subject, const Validity& validity) {
  X509Ptr certificate(X509_new());
  if (certificate == nullptr || X509_set_version(certificate.get(), 2) != 1 ||
      !set_serial(certificate.get()) || !set_validity(certificate.get(), validity) ||
      X509_set_pubkey(certificate.get(), key) != 1) {
    return failed("building a certificate");
  }
  TRY(set_subject(X509_get_subject_name(certificate.get()), subject));
  return certificate;
}

Result<void> sign(X509* certificate, const Issuer& issuer,
                  const std::vector<Extension>& extensions) {
  X509* signer = issuer.certificate == nullptr ? certificate : issuer.certificate;
  if (X509_set_issuer_name(certificate, X509_get_subject_name(signer)) != 1) {
    return failed("naming the issuer");
  }
  for (const Extension& extension : extensions) {
    TRY(add_extension(certificate, signer, extension));
  }
  if (X509_sign(certificate, issuer.key, EVP_sha256()) == 0) {
    return failed("signing a certificate");
  }
  return {};
}

Result<Credential> to_credential(X509* certificate, EVP_PKEY* key) {
  Credential credential;
  TRY_ASSIGN(credential.certificate_pem, certificate_to_pem(certificate));
  TRY_ASSIGN(credential.key_pem, key_to_pem(key));
  return credential;
}

Result<Credential> issue(const Issuer& issuer, const Subject& subject, const Validity& validity,
                         const std::vector<Extension>& extensions) {
  TRY_ASSIGN(const KeyPtr key, generate_key());
  TRY_ASSIGN(const X509Ptr certificate, build(key.get(), subject, validity));
  TRY(sign(certificate.get(), issuer, extensions));
  return to_credential(certificate.get(), key.get());
}

// "DNS:localhost,IP:127.0.0.1"; the text goes through OpenSSL's configuration syntax, so names
// with its special characters must not get that far.
Result<std::string> alternative_names(const ServerIdentity& identity) {
  std::string names;
  const auto add = [&](std::string_view type, const std::string& value) {
    names += (names.empty() ? "" : ",") + std::string(type) + value;
  };
  for (const std::string& name : identity.dns_names) {
    if (!is_made_of(name, ".-_*")) {
      return fail(Code::kInvalid, "\"" + name + "\" is not a DNS name");
    }
    add("DNS:", name);
  }
  for (const std::string& address : identity.ip_addresses) {
    if (!is_ip_address(address)) {
      return fail(Code::kInvalid, "\"" + address + "\" is not an IP address");
    }
    add("IP:", address);
  }
  return names;
}

}  // namespace

struct CertificateAuthority::Handles {
  X509Ptr certificate;
  KeyPtr key;
};

CertificateAuthority::CertificateAuthority(std::unique_ptr<Handles> handles, Credential credential)
    : handles_(std::move(handles)), credential_(std::move(credential)) {}
CertificateAuthority::CertificateAuthority(CertificateAuthority&&) noexcept = default;
CertificateAuthority& CertificateAuthority::operator=(CertificateAuthority&&) noexcept = default;
CertificateAuthority::~CertificateAuthority() = default;

Result<CertificateAuthority> CertificateAuthority::create(const std::string& name,
                                                          const Validity& validity) {
  start_openssl();
  TRY_ASSIGN(KeyPtr key, generate_key());
  TRY_ASSIGN(X509Ptr certificate, build(key.get(), {name, {}}, validity));
  TRY(sign(certificate.get(), {nullptr, key.get()},
           {{NID_basic_constraints, "critical,CA:TRUE"},
            {NID_key_usage, "critical,digitalSignature,keyCertSign,cRLSign"},
            {NID_subject_key_identifier, "hash"}}));
  TRY_ASSIGN(Credential credential, to_credential(certificate.get(), key.get()));
  return CertificateAuthority(
      std::make_unique<Handles>(Handles{std::move(certificate), std::move(key)}),
      std::move(credential));
}

Result<CertificateAuthority> CertificateAuthority::load(const Credential& credential) {
  start_openssl();
  TRY_ASSIGN(auto certificates, parse_certificates(credential.certificate_pem));
  TRY_ASSIGN(KeyPtr key, parse_key(credential.key_pem));
  if (X509_check_private_key(certificates.front().get(), key.get()) != 1) {
    return tl::unexpected(
        openssl_error(Code::kInvalid, "the CA's certificate and key do not belong together"));
  }
  return CertificateAuthority(
      std::make_unique<Handles>(Handles{std::move(certificates.front()), std::move(key)}),
      credential);
}

Result<Credential> CertificateAuthority::issue_server(const ServerIdentity& identity,
                                                      const Validity& validity) const {
  TRY_ASSIGN(std::string names, alternative_names(identity));
  std::vector<Extension> extensions = {{NID_basic_constraints, "critical,CA:FALSE"},
                                       {NID_key_usage, "critical,digitalSignature"},
                                       {NID_ext_key_usage, "serverAuth"},
                                       {NID_authority_key_identifier, "keyid"}};
  if (!names.empty()) {
    extensions.push_back({NID_subject_alt_name, std::move(names)});
  }
  return issue({handles_->certificate.get(), handles_->key.get()}, {identity.name, {}}, validity,
               extensions);
}

Result<Credential> CertificateAuthority::issue_client(const ClientIdentity& identity,
                                                      const Validity& validity) const {
  return issue({handles_->certificate.get(), handles_->key.get()}, {identity.user, identity.groups},
               validity,
               {{NID_basic_constraints, "critical,CA:FALSE"},
                {NID_key_usage, "critical,digitalSignature"},
                {NID_ext_key_usage, "clientAuth"},
                {NID_authority_key_identifier, "keyid"}});
}

Result<CertificateRequest> request_server(const ServerIdentity& identity,
                                          const std::vector<std::string>& organizations) {
  start_openssl();
  TRY_ASSIGN(const std::string names, alternative_names(identity));
  TRY_ASSIGN(const KeyPtr key, generate_key());
  const RequestPtr request(X509_REQ_new());
  if (request == nullptr || X509_REQ_set_pubkey(request.get(), key.get()) != 1) {
    return failed("building a certificate request");
  }
  TRY(set_subject(X509_REQ_get_subject_name(request.get()), {identity.name, organizations}));
  if (!names.empty()) {
    TRY(add_extension(request.get(), {NID_subject_alt_name, names}));
  }
  if (X509_REQ_sign(request.get(), key.get(), EVP_sha256()) == 0) {
    return failed("signing a certificate request");
  }
  CertificateRequest made;
  TRY_ASSIGN(made.request_pem, request_to_pem(request.get()));
  TRY_ASSIGN(made.key_pem, key_to_pem(key.get()));
  return made;
}

Result<WallTime> expires(std::string_view certificate_pem) {
  TRY_ASSIGN(const auto certificates, parse_certificates(certificate_pem));
  std::tm parts{};
  if (ASN1_TIME_to_tm(X509_get0_notAfter(certificates.front().get()), &parts) != 1) {
    return tl::unexpected(openssl_error(Code::kInvalid, "reading a certificate's end"));
  }
  return std::chrono::system_clock::from_time_t(::timegm(&parts));
}

}  // namespace sluice::http
