// SPDX-License-Identifier: Apache-2.0
#include "auth/jwt.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/text.h"

namespace sluice::auth {
namespace {

class JwtTest : public testing::Test {
 protected:
  const http::SigningKey key = http::SigningKey::create().value();
  const std::string text = sign_jwt(key, json::Object{{"sub", "x"}}).value();
};

TEST_F(JwtTest, SignedTokenReadsBackAndVerifies) {
  const auto token = parse_jwt(text).value();
  EXPECT_EQ(json::write(token.claims), R"({"sub":"x"})");
  EXPECT_TRUE(is_signed_by(key, token));
  EXPECT_FALSE(is_signed_by(http::SigningKey::create().value(), token));
}

TEST_F(JwtTest, ChangedClaimsDoNotVerify) {
  const auto parts = split(text, '.');
  const std::string forged = std::string(parts[0]) + "." + base64url_encode(R"({"sub":"root"})") +
                             "." + std::string(parts[2]);
  const auto token = parse_jwt(forged).value();
  EXPECT_EQ(token.claims.at("sub").as_string(), "root");
  EXPECT_FALSE(is_signed_by(key, token));
}

TEST_F(JwtTest, TheTokenDoesNotChooseItsAlgorithm) {
  const std::string unsigned_text =
      base64url_encode(R"({"alg":"none"})") + "." + base64url_encode(R"({"sub":"root"})") + ".";
  EXPECT_FALSE(is_signed_by(key, parse_jwt(unsigned_text).value()));
}

TEST_F(JwtTest, OtherTextIsNoToken) {
  for (const char* bad : {"", "a.b", "a.b.c.d", "e30.W10.", "e30.e30.+", "!!.e30.e30"}) {
    EXPECT_FALSE(parse_jwt(bad).has_value()) << bad;
  }
}

}  // namespace
}  // namespace sluice::auth
