// SPDX-License-Identifier: Apache-2.0
#include "http/certificates.h"

#include <gtest/gtest.h>

#include "http/openssl.h"

namespace sluice::http {
namespace {

Validity a_year() {
  return {.from = FakeClock().now()};
}

CertificateAuthority new_authority() {
  return std::move(CertificateAuthority::create("test-ca", a_year())).value();
}

TEST(CertificateAuthority, IssuesServerCertificatesForNamesAndAddresses) {
  const auto authority = new_authority();
  const auto issued = authority.issue_server(
      {.name = "sluice", .dns_names = {"localhost"}, .ip_addresses = {"127.0.0.1", "::1"}},
      a_year());
  ASSERT_TRUE(issued);
  const auto certificate = std::move(parse_certificates(issued->certificate_pem)->front());
  EXPECT_EQ(X509_check_host(certificate.get(), "localhost", 0, 0, nullptr), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate.get(), "127.0.0.1", 0), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate.get(), "::1", 0), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate.get(), "10.0.0.1", 0), 0);
  const auto issuer =
      std::move(parse_certificates(authority.credential().certificate_pem)->front());
  EXPECT_EQ(X509_check_issued(issuer.get(), certificate.get()), X509_V_OK);
  EXPECT_EQ(X509_check_private_key(certificate.get(), parse_key(issued->key_pem)->get()), 1);
}

TEST(CertificateAuthority, ClientCertificatesCarryUserAndGroups) {
  const auto issued =
      new_authority().issue_client({.user = "admin", .groups = {"system:masters", "g2"}}, a_year());
  ASSERT_TRUE(issued);
  const auto certificate = std::move(parse_certificates(issued->certificate_pem)->front());
  EXPECT_EQ(subject_values(certificate.get(), NID_commonName), std::vector<std::string>{"admin"});
  EXPECT_EQ(subject_values(certificate.get(), NID_organizationName),
            (std::vector<std::string>{"system:masters", "g2"}));
}

TEST(CertificateAuthority, LoadedOneSignsLikeTheOriginal) {
  const auto original = new_authority();
  const auto loaded = CertificateAuthority::load(original.credential());
  ASSERT_TRUE(loaded);
  const auto issued = loaded->issue_client({.user = "u"}, a_year());
  ASSERT_TRUE(issued);
  const auto certificate = std::move(parse_certificates(issued->certificate_pem)->front());
  const auto issuer = std::move(parse_certificates(original.credential().certificate_pem)->front());
  const KeyPtr key(X509_get_pubkey(issuer.get()));
  EXPECT_EQ(X509_verify(certificate.get(), key.get()), 1);
}

TEST(CertificateAuthority, LoadRefusesWhatDoesNotBelongTogether) {
  const auto one = new_authority();
  const auto other = new_authority();
  const auto mixed =
      CertificateAuthority::load({one.credential().certificate_pem, other.credential().key_pem});
  ASSERT_FALSE(mixed);
  EXPECT_EQ(mixed.error().code, Code::kInvalid);
  EXPECT_EQ(CertificateAuthority::load({"", ""}).error().code, Code::kInvalid);
  EXPECT_EQ(CertificateAuthority::load({one.credential().certificate_pem, "junk"}).error().code,
            Code::kInvalid);
}

TEST(CertificateAuthority, RefusesNamesThatAreNone) {
  const auto authority = new_authority();
  for (const char* name : {"", "a,IP:1.2.3.4", "a b"}) {
    EXPECT_EQ(authority.issue_server({.name = "x", .dns_names = {name}}, a_year()).error().code,
              Code::kInvalid);
  }
  EXPECT_FALSE(authority.issue_server({.name = "x", .ip_addresses = {"1.2.3"}}, a_year()));
  EXPECT_FALSE(authority.issue_client({.user = std::string(65, 'a')}, a_year()));
}

TEST(Certificates, ExpiryIsReadBack) {
  const auto issued = new_authority().issue_client(
      {.user = "u"}, {.from = FakeClock().now(), .length = std::chrono::hours(2)});
  EXPECT_EQ(*expires(issued->certificate_pem), FakeClock().now() + std::chrono::hours(2));
  EXPECT_FALSE(expires("no certificate"));
}

}  // namespace
}  // namespace sluice::http
