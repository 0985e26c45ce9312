// SPDX-License-Identifier: Apache-2.0
#include "controllers/access/token_secrets.h"

#include <gtest/gtest.h>

#include "base/text.h"
#include "json/text.h"
#include "world.h"

namespace sluice {
namespace {

constexpr std::string_view kOnly[] = {"serviceaccount-token"};

class TokenSecretsTest : public RoughWorld {
 protected:
  TokenSecretsTest() : RoughWorld(kOnly) {
    account_ = create(accounts_, R"({"metadata":{"name":"builder"}})");
  }

  client::Object await_token() {
    create(secrets_, R"({"metadata":{"name":"s","annotations":{
        "kubernetes.io/service-account.name":"builder"}},
        "type":"kubernetes.io/service-account-token"})");
    return await(secrets_, s_, [](const client::Object& secret) {
      return secret.find("data", "token") != nullptr;
    });
  }

  const api::Kind& accounts_ = api::kinds::service_account();
  const api::Kind& secrets_ = api::kinds::secret();
  const api::Key builder_{"default", "builder"};
  const api::Key s_{"default", "s"};
  client::Object account_;
};

INSTANTIATE_TEST_SUITE_P(, TokenSecretsTest, in_every_weather(), weather_name);

TEST_P(TokenSecretsTest, GetATokenOfTheirAccount) {
  const client::Object secret = await_token();
  EXPECT_EQ(base64_decode(secret.at("data", "token").as_string()), "builder/s");
  EXPECT_EQ(base64_decode(secret.at("data", "namespace").as_string()), "default");
  EXPECT_EQ(base64_decode(secret.at("data", "ca.crt").as_string()), kWorldAuthority);
  EXPECT_EQ(api::annotation(secret, "kubernetes.io/service-account.uid"), api::uid(account_));
}

TEST_P(TokenSecretsTest, GoWithTheirAccount) {
  await_token();
  ASSERT_TRUE(client_.remove(accounts_, builder_, {}));
  await_gone(secrets_, s_);
}

TEST_P(TokenSecretsTest, AreNotForAnotherAccountOfThatName) {
  await_token();
  ASSERT_TRUE(client_.remove(accounts_, builder_, {}));
  create(accounts_, R"({"metadata":{"name":"builder"}})");
  await_gone(secrets_, s_);
}

TEST_P(TokenSecretsTest, AreForgottenByTheirAccountWhenTheyGo) {
  await_token();
  restart_controllers();  // the dead see nothing go
  const auto body = json::parse(R"({"secrets":[{"name":"s"},{"name":"other"}]})");
  ASSERT_TRUE(client_.patch(accounts_, builder_, {client::PatchType::kMerge, *body}));
  ASSERT_TRUE(client_.remove(secrets_, s_, {}));
  const auto account = await(accounts_, builder_, [](const client::Object& object) {
    return object.at("secrets").as_array().size() == 1;
  });
  EXPECT_EQ(account.at("secrets").as_array().at(0).at("name").as_string(), "other");
}

}  // namespace
}  // namespace sluice
