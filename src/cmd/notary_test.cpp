// SPDX-License-Identifier: Apache-2.0
#include "cmd/notary.h"

#include <gtest/gtest.h>

#include "auth/jwt.h"
#include "http/test_requests.h"
#include "json/text.h"

namespace sluice::cmd {
namespace {

TEST(Notary, ReadsAndSignsRequests) {
  const WallTime now = FakeClock().now();
  const auto authority = http::CertificateAuthority::create("ca", {.from = now}).value();
  const auto notary = make_notary(authority.credential());
  const auto subject = notary.read(http::kNodeServingRequest);
  ASSERT_TRUE(subject.has_value());
  EXPECT_EQ(subject->name, "system:node:n1");
  EXPECT_EQ(subject->dns_names + subject->ip_addresses, 2U);
  const auto certificate = notary.sign({.request_pem = http::kNodeServingRequest,
                                        .usages = {"server auth"},
                                        .now = now,
                                        .length = std::chrono::hours(1)});
  ASSERT_TRUE(certificate.has_value()) << certificate.error().message;
  EXPECT_EQ(*notary.expires(*certificate), now + std::chrono::hours(1));
}

TEST(Notary, SignsNothingWithoutAnAuthority) {
  EXPECT_FALSE(make_notary(std::nullopt).sign);
}

TEST(Notary, MakesTokensWithItsOwnCopyOfTheKey) {
  auto key = std::make_unique<http::SigningKey>(http::SigningKey::create().value());
  const auto make = make_token_maker(*key);
  ASSERT_TRUE(make.has_value());
  const auto object = json::parse(R"({"metadata":{"namespace":"ns","name":"n"}})").value();
  const auto token = (*make)(object, object);
  ASSERT_TRUE(token.has_value());
  EXPECT_TRUE(auth::is_signed_by(*key, auth::parse_jwt(*token).value()));
}

}  // namespace
}  // namespace sluice::cmd
