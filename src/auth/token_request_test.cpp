// SPDX-License-Identifier: Apache-2.0
#include "auth/token_request.h"

#include <gtest/gtest.h>

#include "registry/test_cluster.h"

namespace sluice::auth {
namespace {

using registry::json_of;

class TokenRequestTest : public testing::Test {
 protected:
  TokenRequestTest() {
    uid =
        api::uid(cluster.create(api::kinds::service_account(), R"({"metadata":{"name":"robot"}})"));
  }
  Result<json::Value> issue(std::string_view text, const std::string& name = "robot") {
    return issuer.issue({"default", name}, json_of(text));
  }
  json::Value claims(std::string_view text) {
    const auto issued = issue(text);
    EXPECT_TRUE(issued.has_value()) << issued.error().message;
    return issued ? parse_jwt(issued->at("status", "token").as_string())->claims : json::Value();
  }
  std::string refusal(std::string_view text) { return issue(text).error().message; }

  registry::TestCluster cluster;
  const ServiceAccountTokens tokens{cluster.registry, cluster.clock,
                                    http::SigningKey::create().value()};
  const TokenIssuer issuer{tokens, cluster.registry, cluster.clock};
  std::string uid;
};

TEST_F(TokenRequestTest, FillsInWhatWasNotAsked) {
  const auto issued = issue("{}").value();
  EXPECT_EQ(issued.at("kind").as_string(), "TokenRequest");
  EXPECT_EQ(issued.at("metadata", "name").as_string(), "robot");
  EXPECT_EQ(issued.at("metadata", "uid").as_string(), uid);
  EXPECT_EQ(issued.at("spec", "expirationSeconds").as_int(), 3600);
  EXPECT_EQ(issued.at("spec", "audiences").as_array().size(), 1u);
  EXPECT_EQ(issued.at("status", "expirationTimestamp").as_string(), "2030-01-01T01:00:00Z");
}

TEST_F(TokenRequestTest, ClaimsSayWhoAndUntilWhen) {
  const json::Value said = claims(R"({"spec":{"audiences":["a"],"expirationSeconds":7200}})");
  EXPECT_EQ(said.at("iss").as_string(), kIssuer);
  EXPECT_EQ(said.at("sub").as_string(), "system:serviceaccount:default:robot");
  EXPECT_EQ(said.at("exp").as_int() - said.at("iat").as_int(), 7200);
  EXPECT_EQ(said.at("nbf").as_int(), said.at("iat").as_int());
  EXPECT_EQ(said.at("kubernetes.io", "serviceaccount", "uid").as_string(), uid);
  EXPECT_EQ(said.at("jti").as_string().size(), 36u);
}

TEST_F(TokenRequestTest, DurationHasBounds) {
  EXPECT_EQ(refusal(R"({"spec":{"expirationSeconds":599}})"),
            "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid "
            "value: 599: may not specify a duration less than 10 minutes");
  EXPECT_EQ(refusal(R"({"spec":{"expirationSeconds":4294967297}})"),
            "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid "
            "value: 4294967297: may not specify a duration larger than 2^32 seconds");
}

TEST_F(TokenRequestTest, MetadataMustMeanTheAccount) {
  EXPECT_EQ(issue("{}", "nobody").error().code, Code::kNotFound);
  EXPECT_EQ(issue(R"({"metadata":{"name":"x"}})").error().code, Code::kInvalid);
  EXPECT_EQ(issue(R"({"metadata":{"namespace":"x"}})").error().code, Code::kInvalid);
  EXPECT_EQ(issue(R"({"metadata":{"uid":"x"}})").error().code, Code::kConflict);
}

TEST_F(TokenRequestTest, BindsOnlyToWhatFits) {
  cluster.create_pod("web");
  EXPECT_EQ(refusal(R"({"spec":{"boundObjectRef":{"apiVersion":"v1","kind":"Pod","name":"web"}}})"),
            "cannot bind token for serviceaccount \"robot\" to pod running with different "
            "serviceaccount name.");
  EXPECT_EQ(
      refusal(
          R"({"spec":{"boundObjectRef":{"apiVersion":"apps/v1","kind":"Deployment","name":"x"}}})"),
      "cannot bind token to object of type apps/v1, Kind=Deployment");
  EXPECT_EQ(issue(R"({"spec":{"boundObjectRef":{"apiVersion":"v1","kind":"Secret","name":"x"}}})")
                .error()
                .message,
            "secrets \"x\" not found");
  cluster.create(api::kinds::secret(), R"({"metadata":{"name":"s"}})");
  EXPECT_EQ(
      issue(
          R"({"spec":{"boundObjectRef":{"apiVersion":"v1","kind":"Secret","name":"s","uid":"x"}}})")
          .error()
          .code,
      Code::kConflict);
}

TEST_F(TokenRequestTest, ProjectedTokensLiveOnButSayWhenToRenew) {
  cluster.create(api::kinds::pod(),
                 R"({"metadata":{"name":"web"},"spec":{"serviceAccountName":"robot",)"
                 R"("containers":[{"name":"c","image":"i"}]}})");
  cluster.bind("web");
  const json::Value said = claims(R"({"spec":{"expirationSeconds":3607,"boundObjectRef":)"
                                  R"({"apiVersion":"v1","kind":"Pod","name":"web"}}})");
  const json::Value& about = said.at("kubernetes.io");
  EXPECT_EQ(said.at("exp").as_int() - said.at("iat").as_int(), 365 * 24 * 3600);
  EXPECT_EQ(about.at("warnafter").as_int() - said.at("iat").as_int(), 3607);
  EXPECT_EQ(about.at("pod", "name").as_string(), "web");
  EXPECT_EQ(about.at("node", "name").as_string(), "node-1");
}

}  // namespace
}  // namespace sluice::auth
