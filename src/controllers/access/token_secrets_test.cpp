// SPDX-License-Identifier: Apache-2.0
#include "controllers/access/token_secrets.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/text.h"

namespace sluice::controllers::access {
namespace {

client::Object object(std::string_view text) {
  return json::parse(text).value();
}

class TokenSecretsTest : public testing::Test {
 protected:
  client::Object fill(const client::Object& secret, const std::string& ca = "the authority") {
    const auto full = filled(secret, account_, ca, [this](const auto& account, const auto& asker) {
      ++made_;
      return Result<std::string>(api::name(account) + " in " + api::name(asker));
    });
    EXPECT_TRUE(full.has_value());
    return *full;
  }

  const client::Object account_ = object(R"({"metadata":{"name":"builder","uid":"u1"}})");
  const client::Object empty_ = object(R"({"metadata":{"namespace":"ns","name":"s",
      "annotations":{"kubernetes.io/service-account.name":"builder"}}})");
  int made_ = 0;
};

TEST_F(TokenSecretsTest, GetAllTheyLack) {
  const client::Object full = fill(empty_);
  EXPECT_EQ(base64_decode(full.at("data", "token").as_string()), "builder in s");
  EXPECT_EQ(base64_decode(full.at("data", "namespace").as_string()), "ns");
  EXPECT_EQ(base64_decode(full.at("data", "ca.crt").as_string()), "the authority");
  EXPECT_EQ(api::annotation(full, "kubernetes.io/service-account.uid"), "u1");
}

TEST_F(TokenSecretsTest, AreLeftAloneWhenTheyAreFull) {
  const client::Object full = fill(empty_);
  EXPECT_EQ(fill(full), full);
  EXPECT_EQ(made_, 1);
}

TEST_F(TokenSecretsTest, FollowTheAuthorityAndKeepTheirToken) {
  const client::Object renewed = fill(fill(empty_), "another authority");
  EXPECT_EQ(base64_decode(renewed.at("data", "ca.crt").as_string()), "another authority");
  EXPECT_EQ(made_, 1);
}

}  // namespace
}  // namespace sluice::controllers::access
