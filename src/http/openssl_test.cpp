// SPDX-License-Identifier: Apache-2.0
#include "http/openssl.h"

#include <gtest/gtest.h>

#include <random>

#include "http/certificates.h"

namespace sluice::http {
namespace {

Credential credential() {
  return CertificateAuthority::create("ca", {.from = FakeClock().now()})->credential();
}

TEST(Openssl, ReadsEveryCertificateOfAChain) {
  const std::string pem = credential().certificate_pem;
  EXPECT_EQ(parse_certificates(pem + "comment\n" + pem)->size(), 2U);
  EXPECT_EQ(parse_certificates("").error().code, Code::kInvalid);
  EXPECT_EQ(parse_certificates(pem + pem.substr(0, 100)).error().code, Code::kInvalid);
}

TEST(Openssl, KeysRoundTripWhateverTheirType) {
  const KeyPtr rsa(EVP_RSA_gen(2048));
  const KeyPtr elliptic(EVP_EC_gen("P-256"));
  for (EVP_PKEY* key : {rsa.get(), elliptic.get()}) {
    const auto pem = key_to_pem(key);
    ASSERT_TRUE(pem);
    EXPECT_EQ(EVP_PKEY_eq(parse_key(*pem)->get(), key), 1);
  }
  EXPECT_EQ(parse_key("junk").error().code, Code::kInvalid);
}

TEST(Openssl, SurvivesDamagedPem) {
  std::mt19937 random(3);
  const Credential good = credential();
  for (int i = 0; i < 200; ++i) {
    std::string certificate = good.certificate_pem;
    std::string key = good.key_pem;
    certificate[random() % certificate.size()] = static_cast<char>(random() % 128);
    key[random() % key.size()] = static_cast<char>(random() % 128);
    static_cast<void>(parse_certificates(certificate));
    static_cast<void>(parse_key(key));
  }
}

}  // namespace
}  // namespace sluice::http
