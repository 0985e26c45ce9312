// SPDX-License-Identifier: Apache-2.0
#include "auth/secret_token.h"

#include <gtest/gtest.h>

#include "auth/jwt.h"
#include "json/text.h"

namespace sluice::auth {
namespace {

TEST(SecretToken, SaysWhoseItIsAndWhereItIsKept) {
  const auto key = http::SigningKey::create().value();
  const auto account =
      json::parse(R"({"metadata":{"namespace":"ns","name":"robot","uid":"u"}})").value();
  const auto secret = json::parse(R"({"metadata":{"namespace":"ns","name":"s"}})").value();
  const auto token = sign_secret_token(key, account, secret);
  ASSERT_TRUE(token.has_value());
  const auto read = parse_jwt(*token);
  ASSERT_TRUE(read.has_value());
  EXPECT_TRUE(is_signed_by(key, *read));
  EXPECT_EQ(read->claims, json::parse(R"({"iss":"kubernetes/serviceaccount",
      "kubernetes.io/serviceaccount/namespace":"ns",
      "kubernetes.io/serviceaccount/secret.name":"s",
      "kubernetes.io/serviceaccount/service-account.name":"robot",
      "kubernetes.io/serviceaccount/service-account.uid":"u",
      "sub":"system:serviceaccount:ns:robot"})")
                              .value());
}

}  // namespace
}  // namespace sluice::auth
