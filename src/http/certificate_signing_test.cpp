// SPDX-License-Identifier: Apache-2.0
#include "http/certificate_signing.h"

#include <gtest/gtest.h>

#include "http/openssl.h"
#include "http/test_requests.h"

namespace sluice::http {
namespace {

using std::chrono::hours;

class CertificateSigning : public testing::Test {
 protected:
  Result<std::string> sign(const char* request, std::vector<std::string> usages,
                           Duration length = hours(24)) {
    return sign_request(
        authority_.credential(),
        {.request_pem = request, .usages = std::move(usages), .now = now_, .length = length});
  }
  X509Ptr signed_with(const char* request, std::vector<std::string> usages) {
    const auto pem = sign(request, std::move(usages));
    EXPECT_TRUE(pem.has_value()) << pem.error().message;
    return std::move(parse_certificates(*pem)->front());
  }
  Duration length_of(Duration asked) {
    return *expires(*sign(kDevsRequest, {"client auth"}, asked)) - now_;
  }

  const WallTime now_ = FakeClock().now();
  const CertificateAuthority authority_ =
      std::move(CertificateAuthority::create("ca", {.from = now_, .length = hours(24 * 400)}))
          .value();
};

TEST_F(CertificateSigning, CertifiesTheNamesAndTheKeyOfTheRequest) {
  const auto certificate = signed_with(kMastersRequest, {"client auth"});
  EXPECT_EQ(subject_values(certificate.get(), NID_commonName), std::vector<std::string>{"eve"});
  EXPECT_EQ(subject_values(certificate.get(), NID_organizationName),
            (std::vector<std::string>{"system:masters", "g"}));
  const auto issuer =
      std::move(parse_certificates(authority_.credential().certificate_pem)->front());
  EXPECT_EQ(X509_check_issued(issuer.get(), certificate.get()), X509_V_OK);
  EXPECT_EQ(X509_verify(certificate.get(), X509_get0_pubkey(issuer.get())), 1);
}

TEST_F(CertificateSigning, GrantsTheUsagesOfTheOrder) {
  const auto certificate =
      signed_with(kNodeServingRequest, {"digital signature", "key encipherment", "server auth"});
  EXPECT_EQ(X509_get_key_usage(certificate.get()),
            static_cast<std::uint32_t>(KU_DIGITAL_SIGNATURE | KU_KEY_ENCIPHERMENT));
  EXPECT_EQ(X509_get_extended_key_usage(certificate.get()),
            static_cast<std::uint32_t>(XKU_SSL_SERVER));
  EXPECT_EQ(X509_check_host(certificate.get(), "n1.example.com", 0, 0, nullptr), 1);
  EXPECT_EQ(X509_check_ip_asc(certificate.get(), "10.0.0.1", 0), 1);
}

TEST_F(CertificateSigning, GrantsNothingElseThatIsAskedFor) {
  const auto certificate = signed_with(kOddRequest, {"client auth"});
  EXPECT_EQ(X509_check_ca(certificate.get()), 0);
  const GeneralNamesPtr names(static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate.get(), NID_subject_alt_name, nullptr, nullptr)));
  EXPECT_EQ(sk_GENERAL_NAME_num(names.get()), 4);
}

TEST_F(CertificateSigning, LastsAsAskedButNotLongerThanTheAuthority) {
  EXPECT_EQ(length_of(hours(1)), hours(1));
  EXPECT_EQ(length_of(hours(24)), hours(24) - std::chrono::minutes(5));
  EXPECT_EQ(length_of(hours(24 * 500)), hours(24 * 400));
}

TEST_F(CertificateSigning, RefusesWhatItCannotSign) {
  EXPECT_EQ(sign("junk", {}).error().code, Code::kInvalid);
  EXPECT_EQ(sign(kDevsRequest, {"world domination"}).error().message,
            "unrecognized usage values: [\"world domination\"]");
  const SigningOrder late{
      .request_pem = kDevsRequest, .usages = {}, .now = now_ + hours(24 * 401), .length = hours(1)};
  EXPECT_EQ(sign_request(authority_.credential(), late).error().code, Code::kInvalid);
}

}  // namespace
}  // namespace sluice::http
