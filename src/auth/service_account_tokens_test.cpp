// SPDX-License-Identifier: Apache-2.0
#include "auth/service_account_tokens.h"

#include <gtest/gtest.h>

#include "auth/secret_token.h"
#include "auth/token_request.h"
#include "base/text.h"
#include "registry/test_cluster.h"

namespace sluice::auth {
namespace {

using registry::json_of;

class ServiceAccountTokensTest : public testing::Test {
 protected:
  ServiceAccountTokensTest() {
    account = cluster.create(api::kinds::service_account(), R"({"metadata":{"name":"robot"}})");
  }

  std::string issue(std::string_view spec = "{}") {
    const TokenIssuer issuer{tokens, cluster.registry, cluster.clock};
    json::Value request = json::Object{{"spec", json_of(spec)}};
    const auto issued = issuer.issue({"default", "robot"}, std::move(request));
    EXPECT_TRUE(issued.has_value()) << issued.error().message;
    return issued ? issued->at("status", "token").as_string() : "";
  }
  std::string issue_for(std::string_view kind, const std::string& name) {
    return issue(R"({"boundObjectRef":{"apiVersion":"v1","kind":")" + std::string(kind) +
                 R"(","name":")" + name + R"("}})");
  }
  std::string refusal(const std::string& token) {
    const auto verified = tokens.verify(token);
    EXPECT_FALSE(verified.has_value());
    return verified ? "" : verified.error().message;
  }
  void remove(const api::Kind& kind, const std::string& name) {
    const api::Key key{kind.namespaced ? "default" : "", name};
    const client::DeleteOptions now{.grace_period_seconds = 0};
    EXPECT_TRUE(cluster.registry.remove(kind, {.key = key, .options = now}).has_value());
  }
  json::Value create_pod(const std::string& name) {
    return cluster.create(api::kinds::pod(), R"({"metadata":{"name":")" + name +
                                                 R"("},"spec":{"serviceAccountName":"robot",)"
                                                 R"("containers":[{"name":"c","image":"i"}]}})");
  }

  registry::TestCluster cluster;
  const ServiceAccountTokens tokens{cluster.registry, cluster.clock,
                                    http::SigningKey::create().value()};
  json::Value account;
};

TEST_F(ServiceAccountTokensTest, TokenNamesItsAccount) {
  const auto verified = tokens.verify(issue()).value();
  EXPECT_EQ(verified.user.name, "system:serviceaccount:default:robot");
  EXPECT_EQ(verified.user.uid, api::uid(account));
  EXPECT_TRUE(verified.user.in("system:serviceaccounts:default"));
  EXPECT_EQ(verified.audiences, std::vector<std::string>{std::string(kIssuer)});
  ASSERT_EQ(verified.user.extra.size(), 1u);
  EXPECT_EQ(verified.user.extra[0].first, "authentication.kubernetes.io/credential-id");
  EXPECT_TRUE(verified.user.extra[0].second[0].starts_with("JTI="));
}

TEST_F(ServiceAccountTokensTest, TokensOfOthersAreRefused) {
  EXPECT_EQ(refusal("nonsense"), "invalid bearer token");
  const ServiceAccountTokens others{cluster.registry, cluster.clock,
                                    http::SigningKey::create().value()};
  EXPECT_EQ(refusal(others.sign(json::Object{}).value()), "invalid signature, no keys found");
  EXPECT_EQ(refusal(std::string(100'000, 'x')), "invalid bearer token");
}

TEST_F(ServiceAccountTokensTest, TokenEndsWhenItSays) {
  const std::string token = issue(R"({"expirationSeconds":600})");
  cluster.clock.advance(std::chrono::seconds(659));
  EXPECT_TRUE(tokens.verify(token).has_value());
  cluster.clock.advance(std::chrono::seconds(2));
  EXPECT_EQ(refusal(token), "service account token has expired");
}

TEST_F(ServiceAccountTokensTest, TokenIsForItsAudiencesOnly) {
  const std::string token = issue(R"({"audiences":["vault","other"]})");
  EXPECT_EQ(refusal(token),
            "token audiences [\"vault\" \"other\"] is invalid for the target audiences "
            "[\"https://kubernetes.default.svc.cluster.local\"]");
  EXPECT_EQ(tokens.verify(token, {"vault"})->audiences, std::vector<std::string>{"vault"});
}

TEST_F(ServiceAccountTokensTest, TokenDiesWithItsAccount) {
  const std::string token = issue();
  EXPECT_TRUE(tokens.verify(token).has_value());
  remove(api::kinds::service_account(), "robot");
  EXPECT_EQ(refusal(token), "serviceaccounts \"robot\" not found");
  const auto next =
      cluster.create(api::kinds::service_account(), R"({"metadata":{"name":"robot"}})");
  EXPECT_EQ(refusal(token), "service account UID (" + api::uid(next) + ") does not match claim (" +
                                api::uid(account) + ")");
}

TEST_F(ServiceAccountTokensTest, BoundTokenDiesWithItsPod) {
  const std::string uid = api::uid(create_pod("web"));
  const std::string token = issue_for("Pod", "web");
  const auto verified = tokens.verify(token).value();
  EXPECT_EQ(verified.user.extra.back().second, std::vector<std::string>{uid});
  remove(api::kinds::pod(), "web");
  EXPECT_EQ(refusal(token), "service account token has been invalidated");
  const std::string next = api::uid(create_pod("web"));
  EXPECT_EQ(refusal(token),
            "pod UID (" + next + ") does not match service account pod ref claim (" + uid + ")");
}

TEST_F(ServiceAccountTokensTest, BoundTokenOutlivesChangesOfItsPod) {
  create_pod("web");
  const std::string token = issue_for("Pod", "web");
  EXPECT_TRUE(tokens.verify(token).has_value());
  cluster.bind("web");
  EXPECT_TRUE(tokens.verify(token).has_value());
}

TEST_F(ServiceAccountTokensTest, PodBeingDeletedKeepsItsTokenForAMinute) {
  create_pod("web");
  cluster.bind("web");
  const std::string token = issue_for("Pod", "web");
  ASSERT_TRUE(cluster.registry.remove(api::kinds::pod(), {.key = {"default", "web"}}).has_value());
  EXPECT_TRUE(tokens.verify(token).has_value());
  cluster.clock.advance(std::chrono::seconds(91));
  EXPECT_EQ(refusal(token), "service account token has been invalidated");
}

TEST_F(ServiceAccountTokensTest, BoundTokenDiesWithItsSecret) {
  cluster.create(api::kinds::secret(), R"({"metadata":{"name":"s"}})");
  const std::string token = issue_for("Secret", "s");
  EXPECT_TRUE(tokens.verify(token).has_value());
  remove(api::kinds::secret(), "s");
  EXPECT_EQ(refusal(token), "service account token has been invalidated");
}

TEST_F(ServiceAccountTokensTest, BoundTokenDiesWithItsNode) {
  cluster.create(api::kinds::node(), R"({"metadata":{"name":"n"}})");
  const std::string token = issue_for("Node", "n");
  EXPECT_EQ(tokens.verify(token)->user.extra[1].second, std::vector<std::string>{"n"});
  remove(api::kinds::node(), "n");
  EXPECT_EQ(refusal(token), "service account token has been invalidated");
}

TEST_F(ServiceAccountTokensTest, KeySetHoldsThePublicKey) {
  const json::Value keys = tokens.key_set();
  const json::Value& key = keys.at("keys").as_array()[0];
  EXPECT_EQ(key.at("alg").as_string(), "ES256");
  EXPECT_EQ(base64url_decode(key.at("x").as_string())->size(), 32u);
  EXPECT_EQ(key.find("d"), nullptr);
  const auto configuration = ServiceAccountTokens::openid_configuration("https://10.0.0.1:6443");
  EXPECT_EQ(configuration.at("jwks_uri").as_string(), "https://10.0.0.1:6443/openid/v1/jwks");
}

class LegacyTokensTest : public ServiceAccountTokensTest {
 protected:
  LegacyTokensTest() {
    const json::Value secret = registry::json_of(R"({"metadata":{"name":"s"}})");
    token = sign_secret_token(key, account, secret).value();
  }
  void keep(const std::string& text) {
    cluster.create(api::kinds::secret(), R"({"metadata":{"name":"s"},"data":{"token":")" +
                                             base64_encode(text) + R"("}})");
  }
  const http::SigningKey key = http::SigningKey::create().value();
  const ServiceAccountTokens tokens{cluster.registry, cluster.clock,
                                    http::SigningKey::load(key.to_pem().value()).value()};
  std::string token;
};

TEST_F(LegacyTokensTest, TokenOfASecretIsGoodWhileTheSecretHoldsIt) {
  EXPECT_EQ(tokens.verify(token).error().message, "Token has been invalidated");
  keep(token);
  EXPECT_EQ(tokens.verify(token)->user.name, "system:serviceaccount:default:robot");
  remove(api::kinds::secret(), "s");
  keep("another");
  EXPECT_EQ(tokens.verify(token).error().message, "Token does not match server's copy");
}

}  // namespace
}  // namespace sluice::auth
