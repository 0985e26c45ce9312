// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace sluice::http {

// A certificate and its private key as PEM. The key is a secret: private files only, never logs.
struct Credential {
  std::string certificate_pem;
  std::string key_pem;
};

struct ServerIdentity {
  std::string name;                       // CN
  std::vector<std::string> dns_names;     // "localhost", "kubernetes.default.svc"
  std::vector<std::string> ip_addresses;  // "127.0.0.1", "::1"
};

struct ClientIdentity {
  std::string user;                 // CN
  std::vector<std::string> groups;  // O
};

// From when and how long. The start is set back a few minutes for machines whose clocks disagree.
struct Validity {
  WallTime from;
  std::chrono::hours length{24 * 365};
};

// The private certificate authority of one installation (ECDSA P-256). Immutable; thread-safe.
// Files are the caller's business.
class CertificateAuthority {
 public:
  static Result<CertificateAuthority> create(const std::string& name, const Validity& validity);

  // Invalid when the texts are broken or do not belong together.
  static Result<CertificateAuthority> load(const Credential& credential);

  CertificateAuthority(CertificateAuthority&&) noexcept;
  CertificateAuthority& operator=(CertificateAuthority&&) noexcept;
  ~CertificateAuthority();

  const Credential& credential() const { return credential_; }

  // Invalid when an address or name cannot be put into a certificate.
  Result<Credential> issue_server(const ServerIdentity& identity, const Validity& validity) const;
  Result<Credential> issue_client(const ClientIdentity& identity, const Validity& validity) const;

 private:
  struct Handles;
  CertificateAuthority(std::unique_ptr<Handles> handles, Credential credential);

  std::unique_ptr<Handles> handles_;
  Credential credential_;
};

// A request for a server's certificate, signed by somebody else, and the key it will belong to.
struct CertificateRequest {
  std::string request_pem;  // PKCS #10
  std::string key_pem;      // secret
};
Result<CertificateRequest> request_server(const ServerIdentity& identity,
                                          const std::vector<std::string>& organizations);

// When the (first) certificate ends: renew well before.
Result<WallTime> expires(std::string_view certificate_pem);

}  // namespace sluice::http
